import { words } from './words'

/** The words of `tocsin completion`. */
export const completion = words(
  {
    shell: 'one of: {{shells}}',
    values: 'for the scripts: {{asked}} prints the accounts that are signed in',
    opposite: 'The opposite of {{flag}}',
    install: 'Install (again after each update of tocsin)',
    bash: '{{line}}',
    zsh: '{{line}}; in ~/.zshrc, before compinit: fpath+=~/.zfunc',
    fish: '{{line}}',
  },
  {
    shell: 'um destes: {{shells}}',
    values: 'para os scripts: {{asked}} imprime as contas conectadas',
    opposite: 'O contrário de {{flag}}',
    install: 'Instalar (de novo após cada atualização do tocsin)',
    bash: '{{line}}',
    zsh: '{{line}}; em ~/.zshrc, antes de compinit: fpath+=~/.zfunc',
    fish: '{{line}}',
  },
)
