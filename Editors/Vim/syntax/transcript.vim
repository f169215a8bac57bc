" Vim syntax file
" Language: Signalbox transcript
if exists('b:current_syntax')
  finish
endif

syntax sync minlines=1
syntax case match

" What is no line of a transcript; the classes below win over it.
syntax match transcriptError /^.\+$/

" Line classes, by the first bytes.
syntax match transcriptDirective /^%.*$/ contains=transcriptDirectiveWord,transcriptText
syntax match transcriptComment /^#.*$/ contains=@Spell
syntax match transcriptCommand /^>\( .*\)\?$/ contains=transcriptVerb,transcriptMark,@transcriptValue
syntax match transcriptContinuation /^>|\( .*\)\?$/ contains=transcriptMark,@transcriptValue
syntax match transcriptOutput /^|[?&\/*!]\?\( .*\)\?$/ contains=transcriptMark,transcriptTime,transcriptArrow,@transcriptValue
syntax match transcriptConflict /^\(<\{7}\|=\{7}\|>\{7}\||\{7}\).*$/

" Inside of them.
syntax match transcriptDirectiveWord /^%\(transcript\|machine\|seed\|use\|case\|let\|tag\|skip\|xfail\|expand\|mute\|loop\|end\)\>/ contained
syntax match transcriptMark /^\(>|\?\||[?&\/*!]\?\)\( \|$\)\@=/ contained
syntax match transcriptVerb /\(^> \)\@<=\s*\S\+/ contained
syntax match transcriptTime /\(^|[?&\/*!]\? \)\@<=+\d\+ms\>/ contained
syntax match transcriptArrow / \zs->\ze / contained
syntax region transcriptText start=/"/ skip=/\\./ end=/"/ oneline contained contains=transcriptEscape
syntax match transcriptEscape /\\\(u{\x\+}\|[0tnr"'\\]\)/ contained
syntax match transcriptName /\$\h\w*\(\.\h\w*\)*/ contained
syntax match transcriptNumber /\(^\|[ [{(:,]\)\@<=-\?\d\+\(\.\d\+\)\?\(e[+-]\?\d\+\)\?\>/ contained
syntax keyword transcriptConstant nil true false nan inf contained
syntax match transcriptMatcher /<\(=\s*\h\w*\|\(any\|int\|number\|string\|bool\|uuid\|date\|secret\|glob\|approx\)\( [^<>]*\)\?\)>/ contained contains=transcriptText
syntax cluster transcriptValue contains=transcriptText,transcriptName,transcriptNumber,transcriptConstant,transcriptMatcher

highlight default link transcriptError Error
highlight default link transcriptConflict Error
highlight default link transcriptDirectiveWord PreProc
highlight default link transcriptComment Comment
highlight default link transcriptMark Delimiter
highlight default link transcriptVerb Statement
highlight default link transcriptTime Special
highlight default link transcriptArrow Operator
highlight default link transcriptText String
highlight default link transcriptEscape SpecialChar
highlight default link transcriptName Identifier
highlight default link transcriptNumber Number
highlight default link transcriptConstant Constant
highlight default link transcriptMatcher Type

let b:current_syntax = 'transcript'
