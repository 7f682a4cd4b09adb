import { words } from './words'

/** The words of `tocsin monitoring-providers`, beyond the resource's own. */
export const providers = words(
  {
    tokenOnce: 'the token of {{name}} is shown only once: put it where it is needed now',
    secretOnce:
      'what is sent to {{name}} is signed with this secret from now on; it is shown only once, and the earlier one signs beside it for one more day',
  },
  {
    tokenOnce: 'o token de {{name}} é mostrado só desta vez: coloque-o agora onde será usado',
    secretOnce:
      'o que for enviado a {{name}} é assinado com este segredo a partir de agora; ele é mostrado só desta vez, e o anterior assina junto por mais um dia',
  },
)
