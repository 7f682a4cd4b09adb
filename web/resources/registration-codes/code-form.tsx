import type { ComponentProps } from 'react'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { hasHandler, withHandlerChosen } from '@tocsin/core/resources/registration-codes/handler'
import { useHandlers } from '../../data/handlers-v2'
import { findResource } from '../../data/resources'
import { ResourceForm } from '../../form/resource-form'
import { useT } from '../../words'

type Props = Omit<ComponentProps<typeof ResourceForm>, 'steps' | 'follows' | 'fixed' | 'notes' | 'only'>

/**
 * The form of a registration code, in steps: the code, its destination, and the form, handler and terms of the
 * registration. Choosing a handler switches automatic approval off, and the form says so (CODE-03).
 */
export function CodeForm(props: Props) {
  const t = useT()
  const { field, other } = useHandlers()
  // A code created before the flag changed still shows its handler of the other kind.
  const hasOtherKind = typeof props.record?.[other.field as keyof typeof props.record] === 'number'
  const handlers = [field, ...(hasOtherKind ? [other.field] : [])]
  const label = (name: string) => t(`resources.registration-codes.steps.${name}`)
  const steps = [
    { name: 'code', label: label('code'), only: ['code'] },
    { name: 'mode', label: label('mode'), only: ['ClientId', 'mode', 'SiteId'] },
    { name: 'form', label: label('form'), only: ['RegistrationFormId'] },
    { name: 'handler', label: label('handler'), only: [...handlers, 'config.autoApprove'] },
    ...(findResource('terms') ? [{ name: 'terms', label: label('terms'), only: ['TermId'] }] : []),
  ]
  return (
    <ResourceForm
      {...props}
      steps={steps}
      notes={props.record ? {} : { code: () => t('resources.registration-codes.generated') }}
      follows={(path, value) =>
        handlers.some((one) => one === path) && withHandlerChosen({ [path]: value })['config']
          ? { 'config.autoApprove': false }
          : {}
      }
      fixed={(draft: Draft): Record<string, string> =>
        hasHandler(draft) ? { 'config.autoApprove': t('resources.registration-codes.handlerApproves') } : {}
      }
    />
  )
}
