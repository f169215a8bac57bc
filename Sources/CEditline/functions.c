// The functions that keys are bound to, and the bindings.

#include <stdlib.h>

#include "editor.h"
#include "screen.h"
#include "standin.h"

static unsigned char ask(EditLine *el, int32_t function) {
  cel_t *editor = cel_of(el);
  editor->inside = true;
  int32_t answer = cel_call(editor, function, 0);
  editor->inside = false;
  editor->searching = answer == CEL_SEARCH;
  return answer == CEL_BEEP ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char complete(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_COMPLETE);
}

static unsigned char previous(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_HISTORY_PREVIOUS);
}

static unsigned char next(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_HISTORY_NEXT);
}

static unsigned char search(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_SEARCH_BEGIN);
}

static unsigned char move_left(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_MOVE_LEFT);
}

static unsigned char move_right(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_MOVE_RIGHT);
}

static unsigned char delete_left(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_DELETE_LEFT);
}

static unsigned char delete_right(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_DELETE_RIGHT);
}

static unsigned char transpose(EditLine *el, wint_t key) {
  (void)key;
  return ask(el, CEL_TRANSPOSE);
}

static unsigned char delete_or_end(EditLine *el, wint_t key) {
  const LineInfoW *line = el_wline(el);
  return line->lastchar == line->buffer ? CC_EOF : delete_right(el, key);
}

// Reads a key for the search. A sequence is put back, to act when the search has ended.
static int32_t read_search_key(cel_t *editor) {
  wchar_t key = 0;
  if (el_wgetc(editor->el, &key) != 1) return editor->result == CEL_INTERRUPTED ? CEL_KEY_INTERRUPT : CEL_KEY_END;
  if (key == CEL_CALL_PASTE) return CEL_KEY_SEQUENCE;
  if (key != L'\x1b' || cel_input_is_empty(&editor->input)) return cel_meant(key);
  editor->fed = key;
  return CEL_KEY_SEQUENCE;
}

static unsigned char search_key(EditLine *el, wint_t call) {
  (void)call;
  cel_t *editor = cel_of(el);
  editor->inside = true;
  int32_t key = read_search_key(editor);
  // Ctrl-C ends the search, not the line.
  if (key == CEL_KEY_INTERRUPT) editor->result = CEL_PENDING;
  int32_t answer = cel_call(editor, CEL_SEARCH_KEY, key);
  editor->inside = false;
  editor->searching = answer == CEL_SEARCH;
  if (answer == CEL_ACT && key > 0) editor->fed = cel_shown(key);
  return answer == CEL_BEEP ? CC_REFRESH_BEEP : CC_REFRESH;
}

// Collects pasted characters up to the end of a line or of the paste.
typedef struct {
  wchar_t *text;
  size_t count, capacity;
  bool has_newline;
} pasted_t;

static bool keep(pasted_t *pasted, wchar_t scalar) {
  if (pasted->count + 1 >= pasted->capacity) {
    size_t capacity = pasted->capacity * 2 + 256;
    wchar_t *text = realloc(pasted->text, capacity * sizeof *text);
    if (text == NULL) return false;
    pasted->text = text;
    pasted->capacity = capacity;
  }
  pasted->text[pasted->count++] = scalar == 0 ? 0xFFFD : scalar;
  pasted->text[pasted->count] = 0;
  return true;
}

static pasted_t collect(cel_t *editor) {
  pasted_t pasted = {0};
  wchar_t scalar = 0;
  while (!pasted.has_newline && cel_read_pasted(editor, &scalar)) {
    pasted.has_newline = scalar == L'\n' || scalar == L'\r';
    if (!pasted.has_newline && !keep(&pasted, scalar)) break;
  }
  return pasted;
}

// A pasted line is inserted as one text. Its newline is fed as if Enter had been pressed; the lines after it stay where
// they are, and the next reading of a line begins with this function again.
static unsigned char paste(EditLine *el, wint_t key) {
  (void)key;
  cel_t *editor = cel_of(el);
  if (editor->dropping) {
    wchar_t scalar = 0;
    while (cel_read_pasted(editor, &scalar)) continue;
    editor->dropping = false;
    return CC_REFRESH;
  }
  pasted_t pasted = collect(editor);
  if (pasted.count > 0) el_winsertstr(el, pasted.text);
  free(pasted.text);
  if (pasted.has_newline) editor->fed = L'\n';
  return CC_REFRESH;
}

void cel_add_functions(EditLine *el) {
  el_wset(el, EL_ADDFN, L"app-complete", L"Complete the word before the cursor", complete);
  el_wset(el, EL_ADDFN, L"app-history-previous", L"The line before this one", previous);
  el_wset(el, EL_ADDFN, L"app-history-next", L"The line after this one", next);
  el_wset(el, EL_ADDFN, L"app-history-search", L"Search the lines before this one", search);
  el_wset(el, EL_ADDFN, L"app-search-key", L"A key of the search", search_key);
  el_wset(el, EL_ADDFN, L"app-paste", L"Insert what the terminal pastes", paste);
  el_wset(el, EL_ADDFN, L"app-move-left", L"Move over the character before the cursor", move_left);
  el_wset(el, EL_ADDFN, L"app-move-right", L"Move over the character after the cursor", move_right);
  el_wset(el, EL_ADDFN, L"app-delete-left", L"Delete the character before the cursor", delete_left);
  el_wset(el, EL_ADDFN, L"app-delete-right", L"Delete the character after the cursor", delete_right);
  el_wset(el, EL_ADDFN, L"app-transpose", L"Let the characters around the cursor change places", transpose);
  el_wset(el, EL_ADDFN, L"app-delete-or-end", L"Delete the character after the cursor; leave an empty line",
          delete_or_end);
}

static void bind(EditLine *el, const wchar_t *keys, const wchar_t *function) {
  el_wset(el, EL_BIND, keys, function, NULL);
}

static void bind_command_mode(EditLine *el, const wchar_t *keys, const wchar_t *function) {
  el_wset(el, EL_BIND, L"-a", keys, function, NULL);
}

void cel_bind_defaults(EditLine *el) {
  bind(el, L"^W", L"ed-delete-prev-word");
  bind(el, L"\\e[H", L"ed-move-to-beg");
  bind(el, L"\\eOH", L"ed-move-to-beg");
  bind(el, L"\\e[1~", L"ed-move-to-beg");
  bind(el, L"\\e[F", L"ed-move-to-end");
  bind(el, L"\\eOF", L"ed-move-to-end");
  bind(el, L"\\e[4~", L"ed-move-to-end");
  bind(el, L"\\e[3~", L"app-delete-right");
  bind(el, L"^?", L"app-delete-left");
  bind(el, L"^H", L"app-delete-left");
  bind(el, L"^B", L"app-move-left");
  bind(el, L"^F", L"app-move-right");
  bind(el, L"^D", L"app-delete-or-end");
  bind(el, L"^T", L"app-transpose");
  bind(el, L"\\e[1;5C", L"em-next-word");
  bind(el, L"\\e[1;5D", L"ed-prev-word");
}

static bool is_vi(EditLine *el) {
  const wchar_t *name = NULL;
  return el_wget(el, EL_EDITOR, &name) == 0 && name != NULL && name[0] == L'v';
}

typedef struct {
  const wchar_t *keys, *function;
} binding_t;

// In vi's insert map Escape has to stay a key of its own, so the sequences of special keys begin after it, in the
// command map; unbound, their characters would be commands.
static void bind_vi_keys(EditLine *el) {
  static const binding_t bindings[] = {
      {L"[A", L"app-history-previous"}, {L"OA", L"app-history-previous"}, {L"k", L"app-history-previous"},
      {L"[B", L"app-history-next"},     {L"OB", L"app-history-next"},     {L"j", L"app-history-next"},
      {L"/", L"app-history-search"},    {L"[H", L"ed-move-to-beg"},       {L"OH", L"ed-move-to-beg"},
      {L"[1~", L"ed-move-to-beg"},      {L"[F", L"ed-move-to-end"},       {L"OF", L"ed-move-to-end"},
      {L"[4~", L"ed-move-to-end"},      {L"[3~", L"app-delete-right"},      {L"[C", L"app-move-right"},
      {L"OC", L"app-move-right"},       {L"[D", L"app-move-left"},          {L"OD", L"app-move-left"},
  };
  bind(el, L"^?", L"app-delete-left");
  for (size_t i = 0; i < sizeof bindings / sizeof bindings[0]; i++) {
    bind_command_mode(el, bindings[i].keys, bindings[i].function);
  }
}

static void bind_emacs_keys(EditLine *el) {
  bind(el, L"\\e[A", L"app-history-previous");
  bind(el, L"\\eOA", L"app-history-previous");
  bind(el, L"\\e[B", L"app-history-next");
  bind(el, L"\\eOB", L"app-history-next");
  bind(el, L"\\e[C", L"app-move-right");
  bind(el, L"\\eOC", L"app-move-right");
  bind(el, L"\\e[D", L"app-move-left");
  bind(el, L"\\eOD", L"app-move-left");
}

void cel_bind_essentials(EditLine *el) {
  static const wchar_t call_paste[] = {CEL_CALL_PASTE, 0}, call_search[] = {CEL_CALL_SEARCH, 0};
  static const binding_t essentials[] = {
      {L"^P", L"app-history-previous"}, {L"^N", L"app-history-next"}, {L"^R", L"app-history-search"},
      {call_paste, L"app-paste"},       {call_search, L"app-search-key"},
  };
  bind(el, L"^I", L"app-complete");
  for (size_t i = 0; i < sizeof essentials / sizeof essentials[0]; i++) {
    bind(el, essentials[i].keys, essentials[i].function);
    bind_command_mode(el, essentials[i].keys, essentials[i].function);
  }
  if (is_vi(el)) bind_vi_keys(el);
  else bind_emacs_keys(el);
}
