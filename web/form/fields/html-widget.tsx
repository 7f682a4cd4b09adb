import { lazy, Suspense } from 'react'
import { Waiting } from '../../ui/waiting'
import type { WidgetProps } from './widget'

// The editor is fetched when first shown: it is larger than all the other widgets.
const HtmlEditor = lazy(async () => ({ default: (await import('../../html/html-editor')).HtmlEditor }))

/** A text with headings, lists and links. */
export function HtmlWidget({ label, value, control, onChange, onLeave }: WidgetProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <HtmlEditor
        label={label}
        value={typeof value === 'string' ? value : ''}
        control={control}
        onChange={onChange}
        onLeave={onLeave}
      />
    </Suspense>
  )
}
