import { ApiError } from '@tocsin/core/base/errors'
import type { Answers } from '@tocsin/core/form/query'
import type { Attached, Attaching } from '../forms/attaching'
import { Files } from '../forms/attachments'
import { dataOf } from './api'
import { pathOf, type SurveyAddress } from './survey-calls'
import { createUploads, type SendFile, type Whole } from './uploads'

/** The part that takes the attachments of a survey and sends them. */
export type SurveyAttaching = Attaching & { uploads: { whole: (answers: Answers) => Whole } }

/** Returns what takes the attachments of a survey. A page loads it where its form has any. */
export const attachingTo = (address: SurveyAddress): SurveyAttaching => ({
  Files,
  uploads: createUploads(sendTo(address)),
})

/** Returns the function that sends a file. Only a request of this kind tells how far it is. */
const sendTo =
  (address: SurveyAddress): SendFile =>
  (file, name, { signal, onProgress }) =>
    new Promise<Attached>((resolve, reject) => {
      const request = new XMLHttpRequest()
      const failed = () => reject(new ApiError({ status: 0, code: 'NETWORK_ERROR' }))
      request.open('POST', `${pathOf(address)}/files`)
      request.setRequestHeader('Accept', 'application/json')
      request.setRequestHeader('token', address.token)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = request.onabort = request.ontimeout = failed
      request.onload = () => {
        try {
          resolve(dataOf<Attached>(request, request.responseText, (one) => request.getResponseHeader(one)))
        } catch (error) {
          reject(error)
        }
      }
      signal.addEventListener('abort', () => request.abort())
      const form = new FormData()
      form.append('field', name)
      form.append('file', file)
      request.send(form)
    })
