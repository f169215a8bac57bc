// What stands in libedit's line for a character that a terminal would obey instead of showing: one that turns the
// direction of writing, takes no room, or is invisible.
//
// The stand-in lies beyond Unicode, so no locale calls it printable, and libedit shows it as `\U+0202E`.

#ifndef CEDITLINE_STANDIN_H
#define CEDITLINE_STANDIN_H

#include <stddef.h>
#include <wchar.h>

// The stand-in of a character that has one, else the character.
wchar_t cel_shown(wchar_t scalar);

// The character that a stand-in stands for.
wchar_t cel_meant(wchar_t scalar);

// Puts stand-ins into a text that ends with 0.
void cel_show(wchar_t *text);

#endif
