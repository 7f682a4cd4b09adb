import { words } from './words'

/** The words of `tocsin registration-codes`, beyond the resource's own. */
export const codes = words(
  {
    count: 'How many to make; prints one code a line',
    cutOff: '{{made}} of {{count}} codes were made; the same command makes the rest and prints all {{count}}',
    resumed: 'resuming an interrupted run of this command; all {{count}} codes are printed',
    codeAndCount: 'a code of your own cannot be combined with --count',
  },
  {
    count: 'Quantos criar; imprime um código por linha',
    cutOff: '{{made}} de {{count}} códigos criados; o mesmo comando cria o resto e imprime todos os {{count}}',
    resumed: 'uma execução deste comando foi interrompida: ela continua, e todos os {{count}} códigos são impressos',
    codeAndCount: 'um código próprio só pode ser dado a um, não junto com --count',
  },
)
