// Where libedit puts the cursor; it has no public way to ask.

#ifndef CEDITLINE_LAYOUT_H
#define CEDITLINE_LAYOUT_H

#include <stddef.h>
#include <wchar.h>

#include "CEditline.h"

// The character around an escape sequence in a prompt.
#define CEL_LITERAL ((wchar_t)1)

// Advances a position over `count` characters of a line.
void cel_layout_text(cel_position_t *at, const wchar_t *text, size_t count, int32_t columns);

// Advances a position over a prompt, whose escape sequences take no room.
void cel_layout_prompt(cel_position_t *at, const wchar_t *prompt, int32_t columns);

// Whether some scalars belong to the characters before them: marks, joiners, flags' second letters, tones of skin.
bool cel_layout_is_joined(const wchar_t *text, size_t count);

#endif
