import { words } from './words'

/** The words of `tocsin serve`. */
export const serve = words(
  {
    demo: 'With the demo accounts and data',
    big: 'With a hundred thousand more sites',
    absent: 'the server is not built yet',
  },
  {
    demo: 'Com as contas e os dados de demonstração',
    big: 'Com mais cem mil sites',
    absent: 'o servidor ainda não foi compilado',
  },
)
