# Completes with files. The table's lines are `COMMAND|WORD|VALUES|HELP`.
_sapper_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}

_sapper() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command= place=1 key word values help names= options= wanted=
  COMPREPLY=()
  # Bash splits --option=value at `=`.
  if [[ $current == "=" ]]; then
    current=
  elif [[ $previous == "=" && $COMP_CWORD -gt 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  # The command is as many words as the table knows: run, play go, help play.
  while ((place < COMP_CWORD)); do
    word=$command${command:+ }${COMP_WORDS[place]}
    [[ $'\n'$_sapper_table == *$'\n'"$word|"* ]] || break
    command=$word
    ((++place))
  done
  while IFS='|' read -r key word values help; do
    [[ $key == "$command" ]] || continue
    [[ $word != "$previous" ]] || wanted=$values
    if [[ $word == -* ]]; then options+=" $word"; else names+=" $word"; fi
  done <<<"$_sapper_table"
  case $wanted in
    "<file>") _sapper_files "$current" ;;
    "<text>") ;;
    "")
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
      elif [[ $names && $place == "$COMP_CWORD" ]]; then
        COMPREPLY=($(compgen -W "$names" -- "$current"))
      else
        _sapper_files "$current"
      fi
      ;;
    *) COMPREPLY=($(compgen -W "$wanted" -- "$current")) ;;
  esac
}

complete -F _sapper sapper
