# Completes a word with the files that begin like it.
_sapper_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}

_sapper() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]-} subcommands values
  COMPREPLY=()
  # Bash splits --option=value at `=`.
  if [[ $current == "=" ]]; then
    current=
  elif [[ $previous == "=" && $COMP_CWORD -gt 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$(_sapper_commands)" -- "$current"))
    return
  fi
  subcommands=$(_sapper_commands "$command")
  if [[ $subcommands ]]; then
    if ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "$subcommands $(_sapper_options "$command")" -- "$current"))
      return
    fi
    if [[ $command == help && $COMP_CWORD == 3 && $previous != -* ]]; then
      COMPREPLY=($(compgen -W "$(_sapper_commands "$previous")" -- "$current"))
      return
    fi
    [[ " $subcommands " != *" ${COMP_WORDS[2]} "* ]] || command+=" ${COMP_WORDS[2]}"
  fi
  values=$(_sapper_values "$command" "$previous")
  case $values in
    "<file>") _sapper_files "$current" ;;
    "<text>") ;;
    "")
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_sapper_options "$command")" -- "$current"))
      else
        _sapper_files "$current"
      fi
      ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current")) ;;
  esac
}

complete -F _sapper sapper
