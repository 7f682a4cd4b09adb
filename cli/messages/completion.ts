import { words } from './words'

/** The words of `tocsin completion`. */
export const completion = words(
  {
    shell: 'one of: {{shells}}',
    candidates: 'Print names that begin with a text, as the scripts do',
    kind: 'account, or a resource, such as sites',
    text: 'the beginning of the name, in any case and with or without accents',
    client: 'Only records of this client',
    opposite: 'The opposite of {{flag}}',
    install: 'Install (again after each update of tocsin)',
    bash: '{{line}}',
    zsh: '{{line}}; in ~/.zshrc, before compinit: fpath+=~/.zfunc',
    fish: '{{line}}',
  },
  {
    shell: 'um destes: {{shells}}',
    candidates: 'Imprimir os nomes que começam com um texto, como fazem os scripts',
    kind: 'account, ou um recurso, como sites',
    text: 'o começo do nome, com ou sem maiúsculas e acentos',
    client: 'Só registros deste cliente',
    opposite: 'O contrário de {{flag}}',
    install: 'Instalar (de novo após cada atualização do tocsin)',
    bash: '{{line}}',
    zsh: '{{line}}; em ~/.zshrc, antes de compinit: fpath+=~/.zfunc',
    fish: '{{line}}',
  },
)
