// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <curses.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/escape.h"
#include "top/screen.h"

/* The first row of the table, and the number of rows below it. */
#define TABLE 6
#define FOOT  3

#define GOOD  1
#define BAD   2

static const char *const sorts[FB_TOP_SORTS] = {
	[FB_TOP_BY_PATH] = "path",
	[FB_TOP_BY_CALLS] = "calls/s",
	[FB_TOP_BY_P99] = "p99",
};

static const char *const help[] = {
	"q         quit: hooks that were off when top began go off again",
	"space     stop the picture; counting goes on",
	"s         sort by path, calls a second, p99",
	"up, down  the other hooks",
	"w         why packets do not take the flowtable, and back (costs some 30 instructions",
	"          a packet while it is shown)",
	"?         this, and back",
	"",
	"fast      packets that the flowtable forwarded (NF_STOLEN of its hooks)",
	"slow      packets that IP forwarded (calls of ip_forward and ip6_forward)",
	"passed on packets that the flowtable left alone (NF_ACCEPT): the slow ones, and",
	"          those that are not forwarded, as ESP for the gateway itself",
	"fast path share of fast in fast and slow",
	"p50, p99  half, and 99 of 100 calls of the interval took no longer",
	"returned  what the calls returned; verdicts without their NF_",
};

/* Redirects standard error to a file, so that messages do not spoil the screen. */
static void hold_messages(struct fb_top_screen *s)
{
	s->error = -1;
	s->said = memfd_create("messages", MFD_CLOEXEC);
	if (s->said < 0)
		return;
	fflush(stderr);
	s->error = dup(STDERR_FILENO);
	if (s->error >= 0 && dup2(s->said, STDERR_FILENO) >= 0)
		return;
	if (s->error >= 0)
		close(s->error);
	close(s->said);
	s->error = -1;
}

static void show_messages(struct fb_top_screen *s)
{
	char part[4096];
	off_t at = 0;
	ssize_t n;

	if (s->error < 0)
		return;
	fflush(stderr);
	dup2(s->error, STDERR_FILENO);
	close(s->error);
	while ((n = pread(s->said, part, sizeof(part), at)) > 0 &&
	       write(STDERR_FILENO, part, (size_t)n) == n)
		at += n;
	close(s->said);
	s->error = -1;
}

static void use_colours(void)
{
	const char *none = getenv("NO_COLOR");

	if ((none && *none) || !has_colors() || start_color() == ERR)
		return;
	use_default_colors();
	init_pair(GOOD, COLOR_GREEN, -1);
	init_pair(BAD, COLOR_RED, -1);
}

int fb_top_screen_begin(struct fb_top_screen *s)
{
	const char *term = getenv("TERM");

	*s = (struct fb_top_screen){ .error = -1, .said = -1 };
	if (!term || !*term || !strcmp(term, "dumb") || !isatty(STDIN_FILENO) ||
	    !isatty(STDOUT_FILENO))
		return -ENOTTY;
	fflush(stdout);
	if (!newterm(NULL, stdout, stdin))
		return -ENOTTY;
	/* This terminal cannot move its cursor. */
	if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) {
		endwin();
		return -ENOTTY;
	}
	use_colours();
	cbreak();
	noecho();
	nonl();
	curs_set(0);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	hold_messages(s);
	return 0;
}

void fb_top_screen_end(struct fb_top_screen *s)
{
	/* On a terminal without an alternate screen, the prompt appears in the last line. */
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
	show_messages(s);
}

unsigned int fb_top_screen_columns(void)
{
	return COLS > 0 ? (unsigned int)COLS : 80;
}

bool fb_top_screen_keys(struct fb_top_screen *s)
{
	bool any = false;
	int key;

	while ((key = getch()) != ERR) {
		any = true;
		if (s->help && key != 'q' && key != KEY_RESIZE) {
			s->help = false;
			continue;
		}
		switch (key) {
		case 'q':
			s->quit = true;
			break;
		case ' ':
			s->paused = !s->paused;
			break;
		case 's':
			s->sort = (s->sort + 1) % FB_TOP_SORTS;
			break;
		case 'w':
			s->why = !s->why;
			break;
		case '?':
			s->help = true;
			break;
		case KEY_DOWN:
			s->first++;
			break;
		case KEY_UP:
			s->first -= !!s->first;
			break;
		case '\f':
			clearok(stdscr, TRUE);
			break;
		default:
			break;
		}
	}
	return any;
}

/* Writes a line of the screen, cut at the width of the screen. */
static void put_line(int row, attr_t how, const char *line)
{
	if (row < 0 || row >= LINES)
		return;
	attrset(how);
	mvaddnstr(row, 0, fb_shown(line), COLS);
	attrset(A_NORMAL);
}

/* "fast path  93.2 %  [##################################------]" */
static void put_share(int row, const struct fb_top_stat *st)
{
	int from = 20, width = COLS - from - 2, full, i;
	char line[FB_TOP_LINE], share[FB_TOP_LINE];

	fb_top_line_share(share, st);
	snprintf(line, sizeof(line), "fast path %7.16s", share);
	put_line(row, A_BOLD, line);
	if (width < 8 || isnan(st->fast_share))
		return;
	full = (int)(st->fast_share * width);
	mvaddch(row, from, '[');
	for (i = 0; i < width; i++) {
		attrset(i < full ? COLOR_PAIR(GOOD) | A_BOLD : A_NORMAL);
		addch(i < full ? '#' : '-');
	}
	attrset(A_NORMAL);
	addch(']');
}

static void put_hooks(struct fb_top_screen *s, const struct fb_top_stat *st)
{
	unsigned int *order = calloc(st->nr + 1, sizeof(*order)), room, i;
	char line[FB_TOP_LINE];
	int row = TABLE;

	if (!order)
		return;
	room = LINES > TABLE + FOOT ? (unsigned int)(LINES - TABLE - FOOT) : 0;
	if (s->first + room > st->nr)
		s->first = st->nr > room ? st->nr - room : 0;
	fb_top_order(st, s->sort, order);
	for (i = s->first; i < st->nr && i < s->first + room; i++) {
		const struct fb_top_rate *r = &st->hook[order[i]];

		fb_top_line_hook(line, r, COLS > 0 ? (size_t)COLS : 0);
		put_line(row++, r->missed ? COLOR_PAIR(BAD) : r->calls ? A_NORMAL : A_DIM, line);
	}
	free(order);
	if (room < st->nr) {
		snprintf(line, sizeof(line), "hooks %u to %u of %u (up, down)", s->first + 1,
			 s->first + room, st->nr);
		put_line(LINES - FOOT, A_DIM, line);
	}
}

/* Shows the lines of the panel from the row of the table's heading on. */
static void put_why(const struct fb_top_view *view)
{
	const char *text = view->why ? view->why : "the first interval is not over yet", *end;
	char line[FB_TOP_LINE];
	int row;

	for (row = TABLE - 1; *text && row < LINES - FOOT; row++) {
		end = strchrnul(text, '\n');
		snprintf(line, sizeof(line), "%.*s", (int)(end - text), text);
		put_line(row, row == TABLE ? A_BOLD : A_NORMAL, line);
		text = *end ? end + 1 : end;
	}
}

static void put_help(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(help) / sizeof(help[0]); i++)
		put_line((int)i + 1, A_NORMAL, help[i]);
}

static void put_foot(const struct fb_top_screen *s, const struct fb_top_view *view)
{
	char line[FB_TOP_LINE];

	put_line(LINES - 2, A_DIM, fb_top_line_note(view, 0));
	put_line(LINES - 1, A_DIM, fb_top_line_note(view, 1));
	snprintf(line, sizeof(line), "%sq quit  space %s  s sort (%s)  w why  ? help",
		 s->paused ? "PAUSED  " : "", s->paused ? "go on" : "pause", sorts[s->sort]);
	if (COLS > (int)strlen(line))
		put_line(0, A_REVERSE, line);
}

void fb_top_screen_draw(struct fb_top_screen *s, const struct fb_top_view *view,
			const struct fb_top_stat *st)
{
	char line[FB_TOP_LINE];

	erase();
	put_foot(s, view);
	if (s->help) {
		put_help();
	} else if (!st) {
		put_line(1, A_NORMAL, "the first interval is not over yet");
	} else {
		fb_top_line_head(line, view, st);
		put_line(1, A_NORMAL, line);
		put_share(2, st);
		fb_top_line_ways(line, st);
		put_line(3, A_NORMAL, line);
		fb_top_line_flows(line, st);
		put_line(4, st->missed ? COLOR_PAIR(BAD) : A_NORMAL, line);
		if (s->why) {
			put_why(view);
			refresh();
			return;
		}
		fb_top_line_columns(line, view);
		put_line(5, A_BOLD, line);
		put_hooks(s, st);
	}
	refresh();
}
