// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vector.h"

/* Pointers to different types have one form but no common type, so they are copied. */
static int resize(void *array, size_t nr, size_t size)
{
	void *old, *resized;

	if (nr > FB_VECTOR_MAX || nr > SIZE_MAX / size)
		return -ENOMEM;
	memcpy(&old, array, sizeof(old));
	resized = realloc(old, nr * size);
	if (!resized)
		return -ENOMEM;
	memcpy(array, &resized, sizeof(resized));
	return 0;
}

int fb_vector_enlarge(void *array, uint32_t *room, size_t want, size_t size)
{
	size_t twice = 2 * (size_t)*room;
	size_t more = twice > want ? twice : want;
	int ret;

	if (more > FB_VECTOR_MAX && want <= FB_VECTOR_MAX)
		more = FB_VECTOR_MAX;
	ret = resize(array, more, size);
	if (!ret)
		*room = (uint32_t)more;
	return ret;
}

int fb_vector_double(void *array, size_t nr, size_t size)
{
	return resize(array, nr ? 2 * nr : 1, size);
}

void fb_vector_shrink(void *array, size_t nr, size_t size)
{
	resize(array, nr ? nr : 1, size);
}
