# Has an interactive zsh tell each word that it would offer, and leave then.
PROMPT=
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
compadd() {
  # With one of these, words are only looked at.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a words
  builtin compadd -A words "$@"
  for word in $words; do print -r -- "<word>$word"; done
}
leave() { print '<done>'; exit }
comppostfuncs=(leave)
print '<ready>'
