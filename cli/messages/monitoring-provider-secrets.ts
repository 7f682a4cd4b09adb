import { words } from './words'

/** The words of `tocsin monitoring-providers`, beyond the resource's own. */
export const providers = words(
  {
    tokenOnce: 'the token of {{name}} is told this once and kept nowhere: put it where it is needed now',
    secretOnce:
      'what is sent to {{name}} is signed with this from now on; it is told this once, and the one before counts no more',
  },
  {
    tokenOnce: 'o token de {{name}} é mostrado só desta vez e não fica guardado: coloque-o agora onde será usado',
    secretOnce:
      'o que for enviado a {{name}} é assinado com isto a partir de agora; é mostrado só desta vez, e o anterior não vale mais',
  },
)
