/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_STAGES_H
#define FB_WHY_STAGES_H

struct net;
struct seq_file;

int fb_why_stages_attach(struct net *net);
void fb_why_stages_detach(struct net *net);
void fb_why_stages_show(struct seq_file *m);

#endif /* FB_WHY_STAGES_H */
