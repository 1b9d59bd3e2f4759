/* SPDX-License-Identifier: GPL-2.0 */
/* Prices as CSV, for tables and dashboards of others. */
#ifndef FB_EXPORT_CSV_PRICES_H
#define FB_EXPORT_CSV_PRICES_H

#include "export/export_format.h"

/**
 * fb_csv_prices - a row for each price of a history, or for each point of a comparison
 * @ex: what is written to
 * @doc: history.json or compare.json
 *
 * Return: 0.
 */
int fb_csv_prices(struct fb_export *ex, const json_t *doc);

#endif
