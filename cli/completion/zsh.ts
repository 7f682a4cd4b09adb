import type { Offered, Table } from './table'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const described = (offered: readonly Offered[]) =>
  offered.map(([word, about]) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')
const pattern = (text: string) =>
  text
    .split('*')
    .map((part) => (part === '' ? '' : quoted(part)))
    .join('*')

/** Returns the script of zsh, which can be sourced or lie in a folder of `fpath` as `_tocsin`. */
export const zshScript = ({ entries, values, globals, letters, topics }: Table): string => `#compdef tocsin
_tocsin_at() {
  case $1 in
${entries
  .map(
    ({ paths, below, flags, takes }) =>
      `  ${paths.map((path) => quoted(path)).join('|')}) here=${quoted(paths[0]!)} below=(${described(below)}) flags=(${described(flags)}) takes=(${takes.map(quoted).join(' ')}) ;;`,
  )
  .join('\n')}
  *) return 1 ;;
  esac
}

_tocsin_values() {
  case $1 in
${values.map(({ patterns, values: these }) => `  ${patterns.map(pattern).join('|')}) values=${quoted(these)} ;;`).join('\n')}
  *) values= ;;
  esac
}

${DRIVER.replace('GLOBALS', () => described(globals))
  .replace('TOPICS', () => described(topics))
  .replace('LETTERS', () => letters.map(([letter, flag]) => `${letter}) flag=${flag} && continue ;;`).join('\n      '))
  .replace('JOINED', () =>
    letters.map(([letter, flag]) => `${letter}?*) flag=${flag} && compset -P '${letter}' ;;`).join('\n    '),
  )}`

const DRIVER = `_tocsin() {
  local here values word flag only left help
  local -a below flags takes globals open shut told
  integer i
  globals=(GLOBALS)
  _tocsin_at ''
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $flag ]]; then
      [[ $flag == --(account|host|client|ca) ]] && told+=("$flag=\${(Q)word}")
      flag=
      continue
    fi
    [[ $word == --(account|host|client|ca)=* || $word == --insecure-http ]] && told+=("\${(Q)word}")
    if [[ -z $only ]]; then
      case $word in
      --) only=1 && continue ;;
      LETTERS
      --*=*|-?*)
        [[ -n \${flags[(r)$word=:*]}\${globals[(r)$word=:*]} ]] && flag=$word
        continue ;;
      esac
    fi
    [[ $word == help && -z $here$help$left ]] && help=1 && continue
    (( \${#below} )) && [[ -z $left ]] && _tocsin_at "\${here:+$here }$word" && continue
    left=1
    [[ \${takes[1]} == *... ]] || shift takes 2>/dev/null
  done
  if [[ -z $only$flag ]]; then
    case $PREFIX in
    --*=*) flag=\${PREFIX%%=*} && compset -P '*=' ;;
    JOINED
    esac
  fi
  if [[ -z $flag ]]; then
    if [[ $PREFIX == -* && -z $only ]]; then
      flags+=($globals)
      open=(\${(M)flags:#*=:*}) shut=(\${flags:#*=:*})
      _describe -o flag shut -- open -S ''
      return
    fi
    [[ -z $left ]] && (( \${#below} )) && _describe -t commands command below
    if [[ -n $help ]]; then
      open=(TOPICS)
      [[ -z $here ]] && _describe -t topics topic open
      return
    fi
    flag=\${takes[1]%...}
    [[ -n $flag ]] || return
  fi
  _tocsin_values "$here $flag"
  case $values in
  '') ;;
  @file) _files ;;
  @folder) _files -/ ;;
  @*)
    for word in \${(f)"$(tocsin completion candidates \${values#@} $told --timeout=2s --retry=0 -- "\${(Q)PREFIX}" 2>/dev/null)"}; do
      open+=("\${word%%$'\\t'*}") shut+=("\${word/$'\\t'/  }")
    done
    compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -l -d shut -a open ;;
  ,*) compset -P '*,'; open=(\${=values#,}) && compadd -S '' -a open ;;
  %*) compset -P -; open=(\${=values#%}) && compadd -a open ;;
  *) open=(\${=values}) && compadd -a open ;;
  esac
}
if [[ \${funcstack[1]} == _tocsin ]]; then _tocsin "$@"; else compdef _tocsin tocsin; fi
`
