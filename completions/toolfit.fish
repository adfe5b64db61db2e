# Completion of toolfit in fish. Made by go generate from the tables of package cmd.

function __toolfit_handles
	toolfit ls --budget 20000 2>/dev/null | sed -n 's/^{"handle":"\(art-[0-9]*\)".*/\1/p'
end

# __toolfit_command prints the command that is called; nothing where none was named yet.
function __toolfit_command
	set -l skip 0
	for word in (commandline -opc)[2..-1]
		if test $skip = 1
			set skip 0
			continue
		end
		switch $word
			case --
				echo filter
				return
			case --budget --count-by --cursor --cursor-key --distinct --field --fields --from --grep --items-key --keep --key --layout --limit --max-bytes --model --next --offset --principal --range --returned-key --row --rows --run --sentinel --sort --store --sum --summary --to --tokenizer --tokens --top --total-key --truncated-key --where -b -f -g -k -n -s -w
				set skip 1
			case '-*'
			case read ls rm gc clip check count calibrate schema prompt completion man
				echo $word
				return
			case '*'
				echo filter
				return
		end
	end
end

function __toolfit_first
	test (count (__toolfit_command)) = 0
end

function __toolfit_is
	set -l command (__toolfit_command)
	test "$command" = $argv[1]; or test -z "$command" -a $argv[1] = filter
end

complete -c toolfit -f
complete -c toolfit -l help -s h -d 'how it is called'
complete -c toolfit -l version -s v -d 'the version'
complete -c toolfit -n __toolfit_first -a read -d 'page, filter, sort, search a stored result'
complete -c toolfit -n __toolfit_first -a ls -d 'stored results of this scope'
complete -c toolfit -n __toolfit_first -a rm -d 'remove stored results'
complete -c toolfit -n __toolfit_first -a gc -d 'remove what has expired'
complete -c toolfit -n __toolfit_first -a clip -d 'the last resort: any text, cut loudly to N tokens'
complete -c toolfit -n __toolfit_first -a check -d 'an envelope on stdin: does it keep the contract?'
complete -c toolfit -n __toolfit_first -a count -d 'exact token count of stdin'
complete -c toolfit -n __toolfit_first -a calibrate -d 'samples on stdin → a named tokenizer'
complete -c toolfit -n __toolfit_first -a schema -d 'the JSON Schema of the envelope'
complete -c toolfit -n __toolfit_first -a prompt -d 'how to read an envelope, for a model'\''s prompt'
complete -c toolfit -n __toolfit_first -a completion -d 'what completes toolfit in bash, zsh or fish'
complete -c toolfit -n __toolfit_first -a man -d 'the manual page: toolfit man | man -l -'
complete -c toolfit -n '__toolfit_is filter' -F
complete -c toolfit -n '__toolfit_is filter' -l fields -s f -r -d 'show these: id,user.login,labels[].name,who=.user.login, or jq in {…}'
complete -c toolfit -n '__toolfit_is filter' -l where -s w -r -d 'rows for which this jq expression is truthy'
complete -c toolfit -n '__toolfit_is filter' -l grep -s g -r -d 'rows whose text matches (RE2)'
complete -c toolfit -n '__toolfit_is filter' -l sort -s s -r -d 'order: -date,id or -date:time; - is descending'
complete -c toolfit -n '__toolfit_is filter' -l key -s k -r -d 'what identifies a row'
complete -c toolfit -n '__toolfit_is filter' -l rows -r -d 'where the rows are (default: found by itself)'
complete -c toolfit -n '__toolfit_is filter' -l from -r -a 'auto json ndjson csv tsv text mcp' -d 'format of the input'
complete -c toolfit -n '__toolfit_is filter' -l offset -r -d 'start at row N'
complete -c toolfit -n '__toolfit_is filter' -l cursor -r -d 'start where a page ended; without HANDLE on fresh data, with its --sort and --key'
complete -c toolfit -n '__toolfit_is filter' -l limit -s n -r -d 'at most N items'
complete -c toolfit -n '__toolfit_is filter' -l layout -r -a 'records columns' -d 'records, or columns: names once, rows as arrays'
complete -c toolfit -n '__toolfit_is filter' -l budget -s b -r -d 'tokens of the envelope (default: 1500)'
complete -c toolfit -n '__toolfit_is filter' -l max-bytes -r -d 'bytes of the envelope (default: 65536)'
complete -c toolfit -n '__toolfit_is filter' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is filter' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is filter' -l to -r -a 'json mcp table' -d 'json, mcp, or table, for people; read also has raw and ndjson'
complete -c toolfit -n '__toolfit_is filter' -l next -r -d 'how the next command is worded, with {handle} and {cursor}'
complete -c toolfit -n '__toolfit_is filter' -l summary -r -a 'auto none only' -d 'auto, none or only'
complete -c toolfit -n '__toolfit_is filter' -l count-by -r -d 'count the values of these'
complete -c toolfit -n '__toolfit_is filter' -l sum -r -d 'add these up'
complete -c toolfit -n '__toolfit_is filter' -l range -r -d 'least and greatest, or oldest and newest, of these'
complete -c toolfit -n '__toolfit_is filter' -l distinct -r -d 'how many different values these have'
complete -c toolfit -n '__toolfit_is filter' -l top -r -d 'the N rows with the greatest'
complete -c toolfit -n '__toolfit_is filter' -l keep -d 'store the input even if all of it is shown'
complete -c toolfit -n '__toolfit_is filter' -l progress -d 'show on stderr how the reading of a long input goes on'
complete -c toolfit -n '__toolfit_is filter' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is filter' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is filter' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is read' -a '(__toolfit_handles)'
complete -c toolfit -n '__toolfit_is read' -l fields -s f -r -d 'show these: id,user.login,labels[].name,who=.user.login, or jq in {…}'
complete -c toolfit -n '__toolfit_is read' -l where -s w -r -d 'rows for which this jq expression is truthy'
complete -c toolfit -n '__toolfit_is read' -l grep -s g -r -d 'rows whose text matches (RE2)'
complete -c toolfit -n '__toolfit_is read' -l sort -s s -r -d 'order: -date,id or -date:time; - is descending'
complete -c toolfit -n '__toolfit_is read' -l key -s k -r -d 'what identifies a row'
complete -c toolfit -n '__toolfit_is read' -l rows -r -d 'where the rows are (default: found by itself)'
complete -c toolfit -n '__toolfit_is read' -l offset -r -d 'start at row N'
complete -c toolfit -n '__toolfit_is read' -l cursor -r -d 'start where a page ended; without HANDLE on fresh data, with its --sort and --key'
complete -c toolfit -n '__toolfit_is read' -l row -r -d 'one record in detail'
complete -c toolfit -n '__toolfit_is read' -l field -r -d 'with --row: one long string, in slices'
complete -c toolfit -n '__toolfit_is read' -l limit -s n -r -d 'at most N items'
complete -c toolfit -n '__toolfit_is read' -l layout -r -a 'records columns' -d 'records, or columns: names once, rows as arrays'
complete -c toolfit -n '__toolfit_is read' -l budget -s b -r -d 'tokens of the envelope (default: 1500)'
complete -c toolfit -n '__toolfit_is read' -l max-bytes -r -d 'bytes of the envelope (default: 65536)'
complete -c toolfit -n '__toolfit_is read' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is read' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is read' -l whole -d 'cut no value, but in an item that is too big'
complete -c toolfit -n '__toolfit_is read' -l to -r -a 'json mcp table raw ndjson' -d 'json, mcp, or table, for people; read also has raw and ndjson'
complete -c toolfit -n '__toolfit_is read' -l next -r -d 'how the next command is worded, with {handle} and {cursor}'
complete -c toolfit -n '__toolfit_is read' -l summary -r -a 'auto none only' -d 'auto, none or only'
complete -c toolfit -n '__toolfit_is read' -l count-by -r -d 'count the values of these'
complete -c toolfit -n '__toolfit_is read' -l sum -r -d 'add these up'
complete -c toolfit -n '__toolfit_is read' -l range -r -d 'least and greatest, or oldest and newest, of these'
complete -c toolfit -n '__toolfit_is read' -l distinct -r -d 'how many different values these have'
complete -c toolfit -n '__toolfit_is read' -l top -r -d 'the N rows with the greatest'
complete -c toolfit -n '__toolfit_is read' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is read' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is read' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is ls' -l offset -r -d 'start at row N'
complete -c toolfit -n '__toolfit_is ls' -l cursor -r -d 'start where a page ended; without HANDLE on fresh data, with its --sort and --key'
complete -c toolfit -n '__toolfit_is ls' -l limit -s n -r -d 'at most N items'
complete -c toolfit -n '__toolfit_is ls' -l layout -r -a 'records columns' -d 'records, or columns: names once, rows as arrays'
complete -c toolfit -n '__toolfit_is ls' -l budget -s b -r -d 'tokens of the envelope (default: 1500)'
complete -c toolfit -n '__toolfit_is ls' -l max-bytes -r -d 'bytes of the envelope (default: 65536)'
complete -c toolfit -n '__toolfit_is ls' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is ls' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is ls' -l to -r -a 'json mcp table' -d 'json, mcp, or table, for people; read also has raw and ndjson'
complete -c toolfit -n '__toolfit_is ls' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is ls' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is ls' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is rm' -a '(__toolfit_handles)'
complete -c toolfit -n '__toolfit_is rm' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is rm' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is rm' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is gc' -l dry-run -d 'tell what would be removed'
complete -c toolfit -n '__toolfit_is gc' -l verify -d 'read all that is stored, and tell what is damaged'
complete -c toolfit -n '__toolfit_is gc' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is gc' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is gc' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is clip' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is clip' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is clip' -l tokens -r -d 'tokens of what is printed, at most'
complete -c toolfit -n '__toolfit_is clip' -l keep -r -d 'what is kept: head (the default), tail, or ends'
complete -c toolfit -n '__toolfit_is clip' -l sentinel -r -d 'words that mark the cut; {tokens} is N'
complete -c toolfit -n '__toolfit_is clip' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is clip' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is clip' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is check' -l budget -s b -r -d 'tokens of the envelope (default: 1500)'
complete -c toolfit -n '__toolfit_is check' -l max-bytes -r -d 'bytes of the envelope (default: 65536)'
complete -c toolfit -n '__toolfit_is check' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is check' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is check' -l json -d 'print the count, or the rules that are broken, as JSON'
complete -c toolfit -n '__toolfit_is check' -l walk -d 'follow the cursors to the end, and work out the summary again'
complete -c toolfit -n '__toolfit_is check' -l total-key -r -d 'of an envelope of another tool'\''s: where its total is'
complete -c toolfit -n '__toolfit_is check' -l items-key -r -d 'where its items are'
complete -c toolfit -n '__toolfit_is check' -l returned-key -r -d 'where the number of its items is'
complete -c toolfit -n '__toolfit_is check' -l truncated-key -r -d 'where it says that there are more'
complete -c toolfit -n '__toolfit_is check' -l cursor-key -r -d 'where its cursor is'
complete -c toolfit -n '__toolfit_is check' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is check' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is check' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is count' -l tokenizer -r -a 'o200k_base cl100k_base p50k_base r50k_base' -d 'o200k_base, cl100k_base, p50k_base, r50k_base, a calibrated name, or bytes:N'
complete -c toolfit -n '__toolfit_is count' -l model -r -d 'count as this model does'
complete -c toolfit -n '__toolfit_is count' -l json -d 'print the count, or the rules that are broken, as JSON'
complete -c toolfit -n '__toolfit_is count' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is count' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is count' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is calibrate' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is calibrate' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is calibrate' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is schema' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is schema' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is schema' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is prompt' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is prompt' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is prompt' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is completion' -a 'bash zsh fish'
complete -c toolfit -n '__toolfit_is completion' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is completion' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is completion' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
complete -c toolfit -n '__toolfit_is man' -l run -r -d 'scope: the run (default: default)'
complete -c toolfit -n '__toolfit_is man' -l principal -r -d 'scope: who asks (default: the user)'
complete -c toolfit -n '__toolfit_is man' -l store -r -a '(__fish_complete_directories)' -d 'where artifacts are'
