# As in completion.bash, with the help beside each word.
_sapper() {
  local command= place=2 previous=${words[CURRENT-1]} key word values help wanted=
  local -a names options
  if [[ ${words[CURRENT]} == --*=* ]]; then
    previous=${words[CURRENT]%%=*}
    compset -P 1 '*='
  fi
  while ((place < CURRENT)); do
    word=$command${command:+ }${words[place]}
    [[ $'\n'$_sapper_table == *$'\n'"$word|"* ]] || break
    command=$word
    ((++place))
  done
  while IFS='|' read -r key word values help; do
    [[ $key == "$command" ]] || continue
    [[ $word != "$previous" ]] || wanted=$values
    if [[ $word == -* ]]; then options+=("$word:$help"); else names+=("$word:$help"); fi
  done <<<"$_sapper_table"
  case $wanted in
    "<file>") _files ;;
    "<text>") ;;
    "")
      if [[ ${words[CURRENT]} == -* ]]; then
        _describe -o option options
      elif ((${#names} && place == CURRENT)); then
        _describe command names
      else
        _files
      fi
      ;;
    *) compadd -- ${=wanted} ;;
  esac
}

# Loaded from a folder of $fpath, this file is the body of _sapper at its first call.
if [[ ${funcstack[1]-} == _sapper ]]; then
  _sapper "$@"
else
  compdef _sapper sapper
fi
