import { words } from './words'

/** The words of `tocsin serve`. */
export const serve = words(
  {
    demo: 'With the demo accounts and data',
    big: 'With a hundred thousand more sites',
    absent: 'this is the client alone; the server runs from its own checkout',
  },
  {
    demo: 'Com as contas e os dados de demonstração',
    big: 'Com mais cem mil sites',
    absent: 'este é só o cliente; o servidor roda a partir do seu próprio diretório',
  },
)
