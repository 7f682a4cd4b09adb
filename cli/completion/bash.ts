import type { Table } from './table'

const quoted = (text: string) => `'${text}'`
const words = (offered: Table['globals']) => offered.map(([word]) => word).join(' ')

/** Returns the script of bash. It starts no process, except for the names of accounts and records. */
export const bashScript = ({ entries, values, globals, letters, topics }: Table): string => `# bash completion of tocsin
_tocsin_at() {
  local path=$1 b= f= t=
  case $1 in
${entries
  .map(({ paths, below, flags, takes }) => {
    const sets = [
      paths.length > 1 ? `path=${quoted(paths[0]!)}` : '',
      below.length > 0 ? `b=${quoted(words(below))}` : '',
      flags.length > 0 ? `f=${quoted(words(flags))}` : '',
      takes.length > 0 ? `t=${quoted(takes.join(' '))}` : '',
    ].filter(Boolean)
    return `  ${paths.map(quoted).join('|')}) ${sets.join(' ')} ;;`
  })
  .join('\n')}
  *) return 1 ;;
  esac
  here=$path below=$b flags=$f takes=$t
}

_tocsin_values() {
  case $1 in
${values.map(({ patterns, values: these }) => `  ${patterns.map(pattern).join('|')}) values=${quoted(these)} ;;`).join('\n')}
  *) values= ;;
  esac
}

${DRIVER.replace('GLOBALS', words(globals))
  .replace('TOPICS', words(topics))
  .replace('LETTERS', () => letters.map(([letter, flag]) => `${letter}) flag=${flag} && continue ;;`).join('\n      '))
  .replace('JOINED', () =>
    letters
      .map(([letter, flag]) => `${letter}?*) flag=${flag} cur=\${cur#${letter}} before=${letter} ;;`)
      .join('\n    '),
  )}`

/** A pattern with its text quoted and its stars free. */
const pattern = (text: string) =>
  text
    .split('*')
    .map((part) => (part === '' ? '' : quoted(part)))
    .join('*')

const DRIVER = `# Writes a word as the line needs it, within the quotes that are open.
_tocsin_escape() {
  local i sign= escaped= special=$' \\\\\\'"$\`!&;|<>()[]{}*?#~=:'
  # Behind a backslash in these quotes an exclamation mark would keep it.
  [[ $quote == \\" ]] && special='\\"$\`'
  [[ $quote == \\' ]] && special= && word=\${word//\\'/\\'\\\\\\'\\'}
  for ((i = 0; i < \${#word}; i++)); do
    sign=\${word:i:1}
    [[ $special == *"$sign"* ]] && escaped+=\\\\
    escaped+=$sign
  done
  word=$escaped
  # bash closes open quotes behind the word.
  [[ $quote ]] || word+=' '
}

_tocsin_offer() {
  local word about text= quote= begin= given= sign= cut=
  local -a ids=()
  case $1 in
  @file) COMPREPLY=() && compopt -o default +o nospace 2>/dev/null ;;
  @folder) COMPREPLY=() && compopt -o dirnames +o nospace 2>/dev/null ;;
  @*)
    [[ $cur == [\\"\\']* ]] && quote=\${cur:0:1} && cur=\${cur:1}
    text=$cur
    [[ $quote == \\' ]] || text=\${text//\\\\/}
    while IFS=$'\\t' read -r word about; do
      # An id stands for a name that several records have.
      [[ $about && $about != \\#* ]] && ids+=("$before$word ") && continue
      # bash writes what all names have in common, which must not be less than was typed.
      [[ $begin && \${word:0:\${#text}} != "$begin" ]] && continue
      begin=\${word:0:\${#text}}
      _tocsin_escape
      COMPREPLY+=("$before$word")
    done < <(tocsin completion candidates "\${1#@}" "\${told[@]}" --timeout=2s --retry=0 -- "$text" 2>/dev/null)
    [[ $COMPREPLY ]] || COMPREPLY=("\${ids[@]}")
    ;;
  ,*)
    # bash replaces only the part behind the last of its breaks.
    [[ $COMP_WORDBREAKS == *:* ]] && cut=$before\${cur%"\${cur##*:}"}
    [[ $cur == *,* ]] && given=\${cur%,*}, && cur=\${cur##*,}
    for word in \${1#,}; do
      [[ $word == "$cur"* && ,$given != *",$word,"* ]] && COMPREPLY+=("$before$given$word")
    done
    COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
    ;;
  %*)
    [[ $cur == -* ]] && sign=- && cur=\${cur#-}
    for word in \${1#%}; do [[ $word == "$cur"* ]] && COMPREPLY+=("$before$sign$word "); done
    ;;
  *) for word in $1; do [[ $word == "$cur"* ]] && COMPREPLY+=("$before$word "); done ;;
  esac
}

_tocsin() {
  local IFS=$' \\t\\n' here below flags takes values word cur before= flag= only= left= help= joined= i
  local globals='GLOBALS'
  local -a typed=() told=()
  COMPREPLY=()
  # bash parts words at = and : as well.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == [=:] && \${#typed[@]} -gt 0 ]]; then
      typed[\${#typed[@]}-1]+=$word joined=1
    elif [[ $joined && $word != --* ]]; then
      typed[\${#typed[@]}-1]+=$word joined=
    else
      typed+=("$word") joined=
    fi
  done
  [[ \${COMP_WORDS[COMP_CWORD-1]} == *[\\<\\>] ]] && _tocsin_offer @file && return
  i=$((\${#typed[@]} - 1))
  cur=\${typed[i]}
  _tocsin_at ''
  for word in "\${typed[@]:0:i}"; do
    if [[ $flag ]]; then
      [[ $flag == --@(account|host|client|ca) ]] && told+=("$flag=\${word//[\\\\\\"\\']/}")
      flag=
      continue
    fi
    [[ $word == --@(account|host|client|ca)=* || $word == --insecure-http ]] && told+=("\${word//[\\\\\\"\\']/}")
    if [[ ! $only ]]; then
      case $word in
      --) only=1 && continue ;;
      LETTERS
      [\\<\\>]*) flag=$word && continue ;;
      --*=* | -?*)
        [[ " $flags $globals " == *" $word= "* ]] && flag=$word
        continue
        ;;
      esac
    fi
    [[ $word == help && ! $here && ! $help && ! $left ]] && help=1 && continue
    [[ $below && ! $left ]] && _tocsin_at "\${here:+$here }$word" && continue
    left=1
    [[ \${takes%% *} == *... ]] || takes=\${takes#"\${takes%% *}"} takes=\${takes# }
  done
  if [[ ! $only && ! $flag ]]; then
    case $cur in
    --*=*)
      flag=\${cur%%=*} cur=\${cur#*=}
      # bash replaces only the part behind the last of its breaks.
      [[ $COMP_WORDBREAKS == *=* ]] || before=$flag=
      ;;
    JOINED
    esac
  fi
  if [[ ! $flag ]]; then
    if [[ $cur == -* && ! $only ]]; then
      for word in $flags $globals; do
        if [[ $word == "$cur"* ]]; then
          [[ $word == *= ]] && COMPREPLY+=("$word") || COMPREPLY+=("$word ")
        fi
      done
      return
    fi
    [[ $left ]] || _tocsin_offer "$below"
    if [[ $help ]]; then
      [[ $here ]] || _tocsin_offer 'TOPICS'
      return
    fi
    flag=\${takes%% *} flag=\${flag%...}
    [[ $flag ]] || return
  fi
  _tocsin_values "$here $flag"
  _tocsin_offer "$values"
}
complete -o nospace -F _tocsin tocsin
`
