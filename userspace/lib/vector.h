/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arrays that grow. Such an array is a pointer and the number of its entries; where entries are added
 * often, also its room. They are members of a struct under any name, and all 0 while the array is empty.
 */
#ifndef FB_LIB_VECTOR_H
#define FB_LIB_VECTOR_H

#include <stddef.h>
#include <stdint.h>

/** FB_VECTOR_MAX - the most entries: numbers of 32 bits count them, and one more */
#define FB_VECTOR_MAX (UINT32_MAX - 1)

/**
 * fb_vector_reserve - make room for @want entries
 * @array: the array, a pointer that this may change
 * @room: for how many entries it has room, a uint32_t; at least doubled if @want is more
 * @want: how many entries there will be
 *
 * Return: 0; or -ENOMEM, with the array as it was.
 */
#define fb_vector_reserve(array, room, want) \
	((want) <= (room) ? 0 : fb_vector_enlarge(&(array), &(room), want, sizeof(*(array))))

/**
 * fb_vector_grow - make room for one entry more, in an array whose room is not kept
 * @array: the array, a pointer that this may change; nothing else allocates it
 * @nr: how many entries it has
 *
 * The room is the next power of two, so that the array is full where @nr is one.
 *
 * Return: 0; or -ENOMEM, with the array as it was.
 */
#define fb_vector_grow(array, nr) \
	((nr) & ((nr) - 1) ? 0 : fb_vector_double(&(array), nr, sizeof(*(array))))

/** fb_vector_fit - give back the room beyond @nr entries; without memory the array stays as it is */
#define fb_vector_fit(array, nr) fb_vector_shrink(&(array), nr, sizeof(*(array)))

/* What the macros call: @array is the address of the pointer, @size that of an entry in bytes. */
int fb_vector_enlarge(void *array, uint32_t *room, size_t want, size_t size);
int fb_vector_double(void *array, size_t nr, size_t size);
void fb_vector_shrink(void *array, size_t nr, size_t size);

#endif
