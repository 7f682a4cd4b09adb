import { PRODUCT } from '@tocsin/core/base/constants'
import { registrationHandlersV2 } from '@tocsin/core/resources/registration-handlers-v2/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'
import { besideTheProviders, outside } from '../registration-handler'

export const servedRegistrationHandlersV2 = serve(registrationHandlersV2, {
  reads: {
    found: { subtitle: sql`r.description`, words: sql`r.url` },
    // The two filters together say what is listed.
    where: {
      clientId: (context, query) =>
        besideTheProviders(
          context,
          query,
          'clientId',
          query['showInternal'] === true && context.actor.userType === PRODUCT,
        ),
      showInternal: () => null,
    },
  },
  shared: { to: ({ internals }) => internals === true, fields: ['name', 'description'] },
  writes: outside(),
})
