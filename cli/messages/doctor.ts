import { words } from './words'

/** The words of `tocsin doctor`. */
export const doctor = words(
  {
    noFiles: 'no file of settings',
    openFolder: 'other users can write to {{folder}}',
    answers: '{{host}} answers',
    answersThrough: '{{host}} answers through the proxy {{proxy}}',
    notReady: '{{host}} answers with {{status}}',
    inTime: 'the clocks of this machine and the server agree',
    ahead: 'the clock of this machine is more than a minute ahead of the server',
    behind: 'the clock of this machine is more than a minute behind the server',
    noClient: 'no client is chosen',
    columns: { check: 'Check', state: 'State', detail: 'Detail', hint: 'Hint' },
  },
  {
    noFiles: 'nenhum arquivo de configurações',
    openFolder: 'outros usuários podem escrever em {{folder}}',
    answers: '{{host}} responde',
    answersThrough: '{{host}} responde pelo proxy {{proxy}}',
    notReady: '{{host}} responde com {{status}}',
    inTime: 'os relógios desta máquina e do servidor coincidem',
    ahead: 'o relógio desta máquina está mais de um minuto adiantado em relação ao servidor',
    behind: 'o relógio desta máquina está mais de um minuto atrasado em relação ao servidor',
    noClient: 'nenhum cliente foi escolhido',
    columns: { check: 'Verificação', state: 'Estado', detail: 'Detalhe', hint: 'Dica' },
  },
)
