#compdef toolfit
# Completion of toolfit in zsh. Made by go generate from the tables of package cmd.

_toolfit_handles() {
	toolfit ls --budget 20000 2>/dev/null | sed -n 's/^{"handle":"\(art-[0-9]*\)".*/\1/p'
}

_toolfit() {
	emulate -L zsh
	local command=filter first=yes dashes='' flag='' flags='' kind='' list='' word
	local -i i
	for ((i = 2; i < CURRENT; i++)); do
		word=$words[i]
		case $command:$word in
		(*:--) first='' dashes=yes; break ;;
		(filter:--keep | run:--keep | config:--keep) ;;
		(*:--budget | *:--context-share | *:--context-used | *:--context-window | *:--count-by | *:--cursor | *:--cursor-key | *:--distinct | *:--fail-growth | *:--field | *:--fields | *:--from | *:--grep | *:--idempotency-key | *:--items-key | *:--keep | *:--key | *:--layout | *:--limit | *:--log | *:--max-bytes | *:--model | *:--next | *:--offset | *:--ok-exit | *:--over | *:--principal | *:--range | *:--returned-key | *:--row | *:--rows | *:--run | *:--sentinel | *:--sort | *:--store | *:--sum | *:--summary | *:--timeout | *:--to | *:--tokenizer | *:--tokens | *:--tool | *:--top | *:--total-key | *:--truncated-key | *:--where | *:-b | *:-f | *:-g | *:-k | *:-n | *:-s | *:-w)
			if ((i == CURRENT - 1)); then flag=$word; fi
			((i++))
			;;
		(*:-*) ;;
		(*)
			if [[ -n $first ]]; then
				case $word in
				(read | run | ls | rm | gc | clip | check | stats | errors | config | count | calibrate | compact | schema | prompt | completion | man) command=$word ;;
				esac
			fi
			first=''
			;;
		esac
	done
	if [[ -z $dashes && $words[CURRENT] == --*=* ]]; then
		flag=${words[CURRENT]%%=*}
		compset -P '*='
	fi
	case $command in
	filter) flags='--fields -f --where -w --grep -g --sort -s --key -k --rows --from --offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --next --summary --count-by --sum --range --distinct --top --keep --progress --tool --context-window --context-used --context-share --run --principal --store --help --version' ;;
	read) flags='--fields -f --where -w --grep -g --sort -s --key -k --rows --offset --cursor --row --field --limit -n --layout --budget -b --max-bytes --tokenizer --model --whole --to --next --summary --count-by --sum --range --distinct --top --tool --context-window --context-used --context-share --run --principal --store --help --version' ;;
	run) flags='--fields -f --where -w --grep -g --sort -s --key -k --rows --from --offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --next --summary --count-by --sum --range --distinct --top --keep --progress --timeout --ok-exit --idempotency-key --tool --context-window --context-used --context-share --run --principal --store --help --version' ;;
	ls) flags='--offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --run --principal --store --help --version' ;;
	rm) flags='--run --principal --store --help --version' ;;
	gc) flags='--dry-run --verify --run --principal --store --help --version' ;;
	clip) flags='--tokenizer --model --tokens --keep --sentinel --run --principal --store --help --version' ;;
	check) flags='--budget -b --max-bytes --tokenizer --model --walk --total-key --items-key --returned-key --truncated-key --cursor-key --json --run --principal --store --help --version' ;;
	stats) flags='--offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --json --tool --fail-growth --over --run --principal --store --help --version' ;;
	errors) flags='--offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --run --principal --store --help --version' ;;
	config) flags='--fields -f --where -w --grep -g --sort -s --key -k --rows --from --offset --cursor --limit -n --layout --budget -b --max-bytes --tokenizer --model --to --next --summary --count-by --sum --range --distinct --top --keep --progress --json --tool --context-window --context-used --context-share --run --principal --store --help --version' ;;
	count) flags='--tokenizer --model --json --run --principal --store --help --version' ;;
	calibrate) flags='--run --principal --store --help --version' ;;
	compact) flags='--keep --log --run --principal --store --help --version' ;;
	schema) flags='--run --principal --store --help --version' ;;
	prompt) flags='--run --principal --store --help --version' ;;
	completion) flags='--run --principal --store --help --version' ;;
	man) flags='--run --principal --store --help --version' ;;
	esac
	case $command:$flag in
	filter:--from) kind=words list='auto json ndjson csv tsv text mcp' ;;
	filter:--layout) kind=words list='records columns' ;;
	filter:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	filter:--to) kind=words list='json mcp table' ;;
	filter:--summary) kind=words list='auto none only' ;;
	filter:--store) kind=folders list='' ;;
	filter:) kind=files list='' ;;
	read:--layout) kind=words list='records columns' ;;
	read:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	read:--to) kind=words list='json mcp table raw ndjson' ;;
	read:--summary) kind=words list='auto none only' ;;
	read:--store) kind=folders list='' ;;
	read:) kind=handles list='' ;;
	run:--from) kind=words list='auto json ndjson csv tsv text mcp' ;;
	run:--layout) kind=words list='records columns' ;;
	run:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	run:--to) kind=words list='json mcp table' ;;
	run:--summary) kind=words list='auto none only' ;;
	run:--store) kind=folders list='' ;;
	run:) kind=commands list='' ;;
	ls:--layout) kind=words list='records columns' ;;
	ls:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	ls:--to) kind=words list='json mcp table' ;;
	ls:--store) kind=folders list='' ;;
	ls:) kind=nothing list='' ;;
	rm:--store) kind=folders list='' ;;
	rm:) kind=handles list='' ;;
	gc:--store) kind=folders list='' ;;
	gc:) kind=nothing list='' ;;
	clip:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	clip:--store) kind=folders list='' ;;
	clip:) kind=nothing list='' ;;
	check:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	check:--store) kind=folders list='' ;;
	check:) kind=nothing list='' ;;
	stats:--layout) kind=words list='records columns' ;;
	stats:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	stats:--to) kind=words list='json mcp table' ;;
	stats:--store) kind=folders list='' ;;
	stats:) kind=nothing list='' ;;
	errors:--layout) kind=words list='records columns' ;;
	errors:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	errors:--to) kind=words list='json mcp table' ;;
	errors:--store) kind=folders list='' ;;
	errors:) kind=nothing list='' ;;
	config:--from) kind=words list='auto json ndjson csv tsv text mcp' ;;
	config:--layout) kind=words list='records columns' ;;
	config:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	config:--to) kind=words list='json mcp table' ;;
	config:--summary) kind=words list='auto none only' ;;
	config:--store) kind=folders list='' ;;
	config:) kind=nothing list='' ;;
	count:--tokenizer) kind=words list='o200k_base cl100k_base p50k_base r50k_base' ;;
	count:--store) kind=folders list='' ;;
	count:) kind=nothing list='' ;;
	calibrate:--store) kind=folders list='' ;;
	calibrate:) kind=nothing list='' ;;
	compact:--log) kind=files list='' ;;
	compact:--store) kind=folders list='' ;;
	compact:) kind=nothing list='' ;;
	schema:--store) kind=folders list='' ;;
	schema:) kind=nothing list='' ;;
	prompt:--store) kind=folders list='' ;;
	prompt:) kind=nothing list='' ;;
	completion:--store) kind=folders list='' ;;
	completion:) kind=words list='bash zsh fish' ;;
	man:--store) kind=folders list='' ;;
	man:) kind=words list='check clip compact read' ;;
	esac
	if [[ -z $flag && -z $dashes && $PREFIX == -* ]]; then
		kind=words list=$flags
	elif [[ -z $flag && -n $first ]]; then
		compadd -- read run ls rm gc clip check stats errors config count calibrate compact schema prompt completion man
	fi
	case $kind in
	(words) compadd -- ${=list} ;;
	(handles) compadd -- ${(f)"$(_toolfit_handles)"} ;;
	(folders) _files -/ ;;
	(files) _files ;;
	(commands) _command_names -e ;;
	esac
}

if [[ ${funcstack[1]-} == _toolfit ]]; then
	_toolfit "$@"
else
	compdef _toolfit toolfit
fi
