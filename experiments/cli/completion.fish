# As in completion.bash, with the help beside each word.
function _sapper
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l rows (string split \n -- $_sapper_table)
    set -l keys (string split -f 1 '|' -- $rows)
    set -l previous $words[-1]
    set -l prefix ''
    if string match -q -- '--*=*' $current
        set previous (string replace -r -- '=.*' '' $current)
        set prefix "$previous="
    end
    set -l command ''
    set -l place 1
    for word in $words[2..]
        set -l longer (string trim -- "$command $word")
        contains -- $longer $keys; or break
        set command $longer
        set place (math $place + 1)
    end
    set -l names
    set -l options
    set -l wanted ''
    for row in $rows
        set -l fields (string split -m 3 '|' -- $row)
        test "$fields[1]" = "$command"; or continue
        test "$fields[2]" != "$previous"; or set wanted $fields[3]
        if string match -q -- '-*' $fields[2]
            set -a options "$fields[2]"\t"$fields[4]"
        else
            set -a names "$fields[2]"\t"$fields[4]"
        end
    end
    switch $wanted
        case '<text>'
        case '<file>'
            __fish_complete_path $current
        case ''
            if string match -q -- '-*' $current
                string join \n -- $options
            else if test -n "$names" -a $place = (count $words)
                string join \n -- $names
            else
                __fish_complete_path $current
            end
        case '*'
            string join \n -- $prefix(string split ' ' -- $wanted)
    end
end

complete -c sapper -f -a '(_sapper)'
