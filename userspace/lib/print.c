// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "lib/escape.h"
#include "lib/print.h"

/* One conversion of a format: "%-*.2f". */
struct spec {
	char text[32]; /* for fprintf(), with numbers in place of "*" */
	size_t len;
	int precision; /* -1: none */
	char length; /* 'l', 'q' for "ll", 'z', or 0 */
	char conversion;
};

static void add_to_spec(struct spec *s, const char *text, size_t len)
{
	if (s->len + len < sizeof(s->text)) {
		memcpy(s->text + s->len, text, len);
		s->len += len;
	}
	s->text[s->len] = '\0';
}

/* Takes a width or precision: digits, or "*" with the number @star. */
static const char *take_number(struct spec *s, const char *p, int star, int *value)
{
	size_t len = strspn(p, "0123456789");
	char number[16];

	if (*p == '*') {
		snprintf(number, sizeof(number), "%d", star);
		add_to_spec(s, number, strlen(number));
		*value = star;
		return p + 1;
	}
	add_to_spec(s, p, len);
	for (*value = 0; len--; p++)
		*value = *value * 10 + (*p - '0');
	return p;
}

/* What stands behind the precision: "lu", "s". */
static const char *take_end(struct spec *s, const char *p)
{
	const char *from = p;

	/* Short ones come as int. */
	p += strspn(p, "h");
	s->length = strchr("lz", *p) && *p ? *p : 0;
	if (s->length == 'l' && p[1] == 'l')
		s->length = 'q';
	p += s->length == 'q' ? 2 : s->length ? 1 : 0;
	s->conversion = *p;
	p += *p != '\0';
	add_to_spec(s, from, (size_t)(p - from));
	return p;
}

static void print_text(FILE *f, const struct spec *s, const char *text)
{
	text = text ? text : "(none)";
	/* No more than these bytes may be there. */
	if (s->precision >= 0)
		text = fb_shown_n(text, strnlen(text, (size_t)s->precision));
	fprintf(f, s->text, fb_shown(text));
}

static void print_integer(FILE *f, const struct spec *s, va_list *ap)
{
	switch (s->length) {
	case 'l':
		fprintf(f, s->text, va_arg(*ap, long));
		break;
	case 'q':
		fprintf(f, s->text, va_arg(*ap, long long));
		break;
	case 'z':
		fprintf(f, s->text, va_arg(*ap, size_t));
		break;
	default:
		fprintf(f, s->text, va_arg(*ap, int));
	}
}

static void print_one(FILE *f, const struct spec *s, va_list *ap)
{
	switch (s->conversion) {
	case '%':
		fputc('%', f);
		break;
	case 's':
		print_text(f, s, va_arg(*ap, const char *));
		break;
	case 'e':
	case 'f':
	case 'g':
		fprintf(f, s->text, va_arg(*ap, double));
		break;
	default:
		print_integer(f, s, ap);
	}
}

void fb_print(FILE *f, const char *fmt, ...)
{
	va_list ap;
	int width;

	va_start(ap, fmt);
	while (*fmt) {
		struct spec s = { .len = 0, .precision = -1 };
		size_t plain = strcspn(fmt, "%"), flags;

		fwrite(fmt, 1, plain, f);
		fmt += plain;
		if (!*fmt)
			break;
		flags = 1 + strspn(fmt + 1, "-+ #0");
		add_to_spec(&s, fmt, flags);
		fmt += flags;
		fmt = take_number(&s, fmt, *fmt == '*' ? va_arg(ap, int) : 0, &width);
		if (*fmt == '.') {
			add_to_spec(&s, fmt++, 1);
			fmt = take_number(&s, fmt, *fmt == '*' ? va_arg(ap, int) : 0, &s.precision);
		}
		fmt = take_end(&s, fmt);
		print_one(f, &s, &ap);
	}
	va_end(ap);
}
