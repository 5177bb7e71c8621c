#!/usr/bin/env bash
# The completion scripts load in their shells and complete a command, an option, a strategy name and a file name.
set -euo pipefail
: "${CULPRIT:?the program to test}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PATH="$(dirname "$CULPRIT"):$PATH"
export PATH
cd "$folder"
touch some.trace
failures=0

# expect SHELL WHAT WANTED ACTUAL: each word of WANTED is a line of ACTUAL.
expect() {
  local word
  for word in $3; do
    if ! grep -qxF -- "$word" <<<"$4"; then
      echo "$1: completing '$2' should offer '$word', but offers:" $4 >&2
      failures=$((failures + 1))
    fi
  done
}
refuse() {
  if grep -qxF -- "$3" <<<"$4"; then
    echo "$1: completing '$2' should not offer '$3'" >&2
    failures=$((failures + 1))
  fi
}

"$CULPRIT" completion bash >culprit.bash
in_bash() {
  bash --norc -c 'set -eu; source ./culprit.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _culprit; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
expect bash 'd' 'debug doctor' "$(in_bash culprit d)"
refuse bash 'd' 'tree' "$(in_bash culprit d)"
expect bash 'debug --str' '--strategy' "$(in_bash culprit debug --str)"
expect bash 'debug --strategy op' 'optimal-divide-and-query' "$(in_bash culprit debug --strategy op)"
expect bash 'debug --strategy=op' 'optimal-divide-and-query' "$(in_bash culprit debug --strategy = op)"
expect bash 'evaluate --strategy top-down,he' 'top-down,heaviest-first' "$(in_bash culprit evaluate --strategy top-down,he)"
expect bash 'info so' 'some.trace' "$(in_bash culprit info so)"
expect bash '--color never ex' 'export' "$(in_bash culprit --color never ex)"
expect bash 'export -f s' 'speedscope' "$(in_bash culprit export -f s)"
expect bash 'completion ' 'bash zsh fish' "$(in_bash culprit completion '')"
expect bash 'help ev' 'evaluate' "$(in_bash culprit help ev)"

# zsh completes only at a prompt: type there, through zsh's own pseudo-terminal module.
"$CULPRIT" completion zsh >_culprit
cat >ask.zsh <<'Z'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1= RPS1= ; unsetopt zle_bracketed_paste; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d $PWD/dump'
zpty -w shell 'zstyle ":completion:*" list-colors ""; zstyle ":completion:*:default" list-prompt ""; LISTMAX=1000; COLUMNS=200'
zpty -w shell 'print rea''dy'
zpty -r -m shell text '*ready*'
zpty -w -n shell "$1"$'\t\t'
text=
integer quiet=0
while (( quiet < 20 )); do
  if zpty -r -t shell part; then text+=$part; quiet=0; else (( quiet++ )); sleep 0.05; fi
done
zpty -d shell
print -r -- "$text"
Z
in_zsh() { zsh -f ./ask.zsh "$1" | tr -s ' \r\n\t\007' '\n' | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g'; }
zsh -f -c 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump2; autoload +X _culprit' || failures=$((failures + 1))
expect zsh 'do' 'doctor' "$(in_zsh 'culprit do')"
expect zsh 'debug --str' '--strategy' "$(in_zsh 'culprit debug --str' | sed 's/=.*//')"
expect zsh 'debug --strategy op' 'optimal-divide-and-query' "$(in_zsh 'culprit debug --strategy op')"
expect zsh 'info so' 'some.trace' "$(in_zsh 'culprit info so')"

"$CULPRIT" completion fish >culprit.fish
in_fish() { HOME=$folder fish --no-config -c "source ./culprit.fish; complete -C '$1'" | cut -f 1; }
expect fish 'd' 'debug doctor' "$(in_fish 'culprit d')"
expect fish 'debug --str' '--strategy' "$(in_fish 'culprit debug --str')"
expect fish 'debug --strategy op' 'optimal-divide-and-query' "$(in_fish 'culprit debug --strategy op')"
expect fish 'evaluate --strategy top-down,he' 'top-down,heaviest-first' "$(in_fish 'culprit evaluate --strategy top-down,he')"
expect fish 'info so' 'some.trace' "$(in_fish 'culprit info so')"
expect fish 'completion ' 'bash zsh fish' "$(in_fish 'culprit completion ')"

[ "$failures" -eq 0 ]
