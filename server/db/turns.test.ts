import { expect, it } from 'vitest'
import { Turns } from './turns'

it('gives turns in the order they were asked for', async () => {
  const turns = new Turns(1, 10, 10_000)
  const order: number[] = []
  await turns.take()
  const waiting = [1, 2, 3].map(async (number) => {
    await turns.take()
    order.push(number)
    turns.give()
  })
  turns.give()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
})

it('refuses at once beyond its limit, and takes again when there is room', async () => {
  const turns = new Turns(1, 1, 10_000)
  await turns.take()
  const second = turns.take()
  await expect(turns.take()).rejects.toMatchObject({ code: 'BUSY' })
  turns.give()
  await second
  const third = turns.take()
  turns.give()
  await third
})

it('refuses whoever has waited too long, and gives nobody their turn twice', async () => {
  const turns = new Turns(1, 10, 20)
  await turns.take()
  await expect(turns.take()).rejects.toMatchObject({ code: 'BUSY' })
  turns.give()
  expect(turns.take()).toBeUndefined()
  await expect(turns.take()).rejects.toMatchObject({ code: 'BUSY' })
})
