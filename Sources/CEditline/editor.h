// The editor's own state, next to libedit's.

#ifndef CEDITLINE_EDITOR_H
#define CEDITLINE_EDITOR_H

#if !__has_include(<histedit.h>)
#error "libedit's header is missing: run 'apt-get install libedit-dev'; on macOS install the Command Line Tools"
#endif
#include <histedit.h>
#include <stdio.h>

#include "CEditline.h"
#include "input.h"

// Reading goes on; the other results end it.
#define CEL_PENDING (-1)

// Keys that no keyboard sends: the decoder never lets a control character of this block through. They make libedit call
// the functions bound to them.
#define CEL_CALL_PASTE ((wchar_t)0x80)
#define CEL_CALL_SEARCH ((wchar_t)0x81)

struct cel {
  EditLine *el;
  // libedit's complaints about terminal types and editrc lines, unseen.
  FILE *complaints;
  cel_key_function_t function;
  void *context;
  bool has_escapes;
  wchar_t *prompt;
  // Instead of `prompt` during a search; or NULL.
  wchar_t *other_prompt;
  cel_input_t input;
  // A key to act before the next one that is typed; or 0.
  wchar_t fed;
  // A key function runs, and what is read is read by it.
  bool inside;
  bool searching;
  // The line has had characters of several scalars.
  bool mends;
  // A hint stands behind the line.
  bool hinted;
  // What is left of a paste is read and not inserted.
  bool dropping;
  int32_t result;
  int32_t error;
  char *text;
  size_t text_capacity;
};

// The editor of a libedit callback.
cel_t *cel_of(EditLine *el);

// Calls the key function, whose code is not the editor's own.
int32_t cel_call(cel_t *editor, int32_t function, int32_t key);

// libedit's EL_GETCFN: the next key, after signals, resizing and stops were dealt with.
int cel_read_key(EditLine *el, wchar_t *key);

// The same for a function that wants the text of a paste: returns false at its end, or when reading has ended.
bool cel_read_pasted(cel_t *editor, wchar_t *scalar);

// Adds the functions that keys are bound to.
void cel_add_functions(EditLine *el);

// Binds what a user may bind otherwise (before the editrc), and what has to work (after it).
void cel_bind_defaults(EditLine *el);
void cel_bind_essentials(EditLine *el);

// The mode in which keys arrive one by one, with pastes marked.
void cel_enter_mode(cel_t *editor);
void cel_leave_mode(cel_t *editor);

#endif
