# Prints what zsh completes at the end of a line, one word a line.
#
# Usage: zsh -f complete.zsh FOLDER LINE, where FOLDER has the completion as _swiftdata.
zmodload zsh/zpty || exit 1
export FOLDER=$1 SETUP=${0:h}/complete_setup.zsh
zpty shell zsh -f -i
zpty -w shell 'source $SETUP'
while zpty -r shell line && [[ $line != *'<ready>'* ]]; do :; done
zpty -w -n shell "$2"$'\t'
while zpty -r shell line; do
  [[ $line == *'<done>'* ]] && break
  [[ $line == *'<word>'* ]] && print -r -- "${${line##*<word>}%%$'\r'*}"
done
zpty -d shell
