// What is written around libedit's own drawing.

#ifndef CEDITLINE_SCREEN_H
#define CEDITLINE_SCREEN_H

#include "editor.h"

// Tells libedit how large the window is; a prompt of several rows loses its colours.
void cel_screen_fit(cel_t *editor);

// Writes to the standard output after libedit's own bytes.
void cel_screen_write(const char *text, size_t length);

// Moves from the cursor to the first column of the row below the line.
void cel_screen_leave_line(cel_t *editor);

// Clears the line and its prompt and moves to where the prompt began; without escapes, to a new row.
void cel_screen_hide_line(cel_t *editor);

// Draws prompt and line from the cursor on, which stands at the left margin.
void cel_screen_draw_line(cel_t *editor);

// Whether the terminal's description has the ANSI sequences that `hide_line` uses.
bool cel_screen_knows_escapes(EditLine *el);

// Writes a line with characters of several scalars again, if it has had one: how wide a terminal draws those is its own
// affair, and libedit counts scalar by scalar. The terminal itself remembers where the cursor is.
void cel_screen_mend_line(cel_t *editor);

// Asks what could follow a line that waits for a key with its cursor at its end, and shows it; and takes it away.
void cel_screen_draw_hint(cel_t *editor);
void cel_screen_clear_hint(cel_t *editor);

#endif
