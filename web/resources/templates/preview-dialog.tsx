import type { Template } from '@tocsin/core/resources/templates/types'
import { css } from 'styled-system/css'
import { useRecord } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { Phone } from '../../preview/phone'
import { Dialog } from '../../ui/dialog'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { channelsOf } from './template-phone'
import './words'

/** Shows the whole phone of a template (TPL-07). */
export function PreviewDialog({ id, name, onClose }: Pick<Template, 'id' | 'name'> & { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open title={t('templates.previewOf', { name })} closeLabel={t('templates.close')} onClose={onClose}>
      <div className={center}>
        <WholePhone id={id} />
      </div>
    </Dialog>
  )
}

function WholePhone({ id }: { id: number }) {
  const { data, error } = useRecord(resourceOf('templates'), id)
  if (error) throw error
  const template = data as Template | undefined
  return template ? <Phone app={template} channels={channelsOf(template)} /> : <Waiting />
}

const center = css({ display: 'grid', justifyItems: 'center' })
