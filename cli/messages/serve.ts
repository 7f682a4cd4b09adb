import { words } from './words'

/** The words of `tocsin serve`. */
export const serve = words(
  {
    demo: 'With the demo accounts and data',
    absent: 'this is the client alone; the server runs from its own checkout',
  },
  {
    demo: 'Com as contas e os dados de demonstração',
    absent: 'este é só o cliente; o servidor roda a partir do seu próprio diretório',
  },
)
