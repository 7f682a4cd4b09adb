import type { Offered, Table } from './table'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const described = (offered: readonly Offered[]) => offered.map(([word, about]) => quoted(`${word}\t${about}`)).join(' ')

/** Returns the script of fish. */
export const fishScript = ({ entries, values, globals, letters, topics }: Table): string => `# fish completion of tocsin
function __tocsin_at --no-scope-shadowing
    switch "$argv[1]"
${entries
  .map(
    ({ paths, below, flags, takes }) => `        case ${paths.map(quoted).join(' ')}
            set here ${quoted(paths[0]!)}; set below ${described(below)}; set flags ${described(flags)}; set takes ${takes.map(quoted).join(' ')}`,
  )
  .join('\n')}
        case '*'
            return 1
    end
    return 0
end

function __tocsin_values
    switch "$argv[1]"
${values
  .map(
    ({ patterns, values: these }) => `        case ${patterns.map(quoted).join(' ')}
            echo ${quoted(these)}`,
  )
  .join('\n')}
    end
end

${DRIVER.replace('GLOBALS', () => described(globals))
  .replace('TOPICS', () => described(topics))
  .replace('LETTERS', () =>
    letters
      .map(
        ([letter, flag]) => `case ${letter}
                    set flag ${flag}
                    continue`,
      )
      .join('\n                '),
  )
  .replace('JOINED', () =>
    letters
      .map(
        ([letter, flag]) => `else if string match -q -- '${letter}?*' $cur
            set flag ${flag}
            set before ${letter}`,
      )
      .join('\n        '),
  )}`

const DRIVER = `# Sets the words that can follow; succeeds where a file is wanted.
function __tocsin_read --no-scope-shadowing
    set -g __tocsin_offers
    set -l here ''
    set -l below
    set -l flags
    set -l takes
    set -l globals GLOBALS
    set -l flag ''
    set -l only ''
    set -l left ''
    set -l help ''
    set -l before ''
    set -l told
    set -l word
    set cur (commandline -ct)
    __tocsin_at ''
    for word in (commandline -opc)[2..-1]
        if test -n "$flag"
            contains -- $flag --account --host --client --ca; and set -a told "$flag=$word"
            set flag ''
            continue
        end
        string match -qr '^--((account|host|client|ca)=|insecure-http$)' -- $word; and set -a told $word
        if test -z "$only"
            switch $word
                case --
                    set only 1
                    continue
                LETTERS
                case '--*=*' '-?*'
                    string match -q -- "$word="\\t'*' $flags $globals; and set flag $word
                    continue
            end
        end
        if test "$word" = help -a -z "$here$help$left"
            set help 1
            continue
        end
        if test -n "$below[1]" -a -z "$left"
            __tocsin_at (string trim -- "$here $word"); and continue
        end
        set left 1
        string match -q -- '*...' "$takes[1]"; or set -e takes[1]
    end
    if test -z "$only$flag"
        if string match -q -- '--*=*' $cur
            set flag (string replace -r '=.*' '' -- $cur)
            set before "$flag="
        JOINED
        end
    end
    if test -z "$flag"
        if string match -q -- '-*' $cur; and test -z "$only"
            set -g __tocsin_offers $flags $globals
            return 1
        end
        test -z "$left"; and set -g __tocsin_offers $below
        if test -n "$help"
            test -z "$here"; and set -ga __tocsin_offers TOPICS
            return 1
        end
        set flag (string replace -- ... '' "$takes[1]")
        test -n "$flag"; or return 1
    end
    set -l values (__tocsin_values "$here $flag")
    set -l given (string replace -- "$before" '' $cur)
    switch "$values"
        case @file
            return 0
        case @folder
            set -ga __tocsin_offers "$before"(__fish_complete_directories $given)
        case '@*'
            # The question whether files are wanted must not start the program as well.
            if set -q words
                set -l text (string unescape -- $given; or string trim -lc '"\\'' -- $given)
                set -ga __tocsin_offers "$before"(tocsin completion candidates (string sub -s 2 -- $values) $told --timeout=2s --retry=0 -- "$text" 2>/dev/null)
            end
        case ',*'
            set -l done (string match -r -- '^.*,' $given)
            set -ga __tocsin_offers "$before$done"(string split ' ' -- (string sub -s 2 -- $values))
        case '%*'
            set -l sign (string match -r -- '^-' $given)
            set -ga __tocsin_offers "$before$sign"(string split ' ' -- (string sub -s 2 -- $values))
        case '?*'
            set -ga __tocsin_offers "$before"(string split ' ' -- $values)
    end
    return 1
end

function __tocsin_wants_file
    set -l cur
    __tocsin_read
end

function __tocsin_words
    set -l cur
    set -l words
    __tocsin_read
    string join \\n -- $__tocsin_offers
end

complete -c tocsin -e
complete -c tocsin -f
complete -c tocsin -n __tocsin_wants_file -F
complete -c tocsin -k -a '(__tocsin_words)'
`
