import { expect, it } from 'vitest'
import { surveyAddress } from './survey-calls'

it('PUB-05 reads what the address of a survey says', () => {
  expect(surveyAddress('7', '?token=a.b.c&latitude=-27.5&longitude=-48.5&ChannelId=14&profileId=3&x=1')).toEqual({
    id: '7',
    token: 'a.b.c',
    profileId: '3',
    latitude: -27.5,
    longitude: -48.5,
    ChannelId: 14,
  })
})

it.each([
  ['', { token: '', profileId: null }],
  ['?token=a&latitude=1', { token: 'a', latitude: undefined, longitude: undefined }],
  ['?latitude=91&longitude=1', { latitude: undefined, longitude: undefined }],
  ['?latitude=x&longitude=1&ChannelId=y&profileId=', { latitude: undefined, ChannelId: undefined, profileId: null }],
  ['?latitude=0&longitude=0', { latitude: 0, longitude: 0 }],
])('has nothing where %j says nothing that can be sent', (search, expected) => {
  expect(surveyAddress('7', search)).toMatchObject(expected)
})
