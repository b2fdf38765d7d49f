import { expect, it } from 'vitest'
import { mentionedIn, mentionPieces, mentionText, suggestMentions, toMentioned } from './comments'

const ann = { userId: '1', name: 'Ann' }
const annLee = { userId: '2', name: 'Ann Lee' }
const tanaka = { userId: '4', name: '田中' }
const people = [ann, annLee, { userId: '3', name: 'Bo' }, tanaka]

it.each([
  ['@Ann Lee look', [annLee]],
  ['@Ann and @Ann Lee', [ann, annLee]],
  ['Ann, look', []],
  ['@Annabel and @Ann2', []],
  ['@Ann, @Ann', [ann]],
  ["@Ann's and @田中さん", [ann, tanaka]],
])('finds the people mentioned in “%s”', (text, found) => {
  expect(mentionedIn(text, people)).toEqual(found)
})

it.each([
  ['Hi @an', ['Ann', 'Ann Lee'], 3],
  ['@lee', ['Ann Lee'], 0],
  ['Hi @', ['Ann', 'Ann Lee', 'Bo', '田中'], 3],
])('suggests people while “%s” is typed', (text, names, start) => {
  const suggested = suggestMentions(text, text.length, people)
  expect(suggested?.matches.map(({ name }) => name)).toEqual(names)
  expect(suggested?.start).toBe(start)
})

it.each(['me@an', 'Hi @zoe', 'Hi'])('suggests no one for “%s”', (text) => {
  expect(suggestMentions(text, text.length, people)).toBeNull()
})

it('tells namesakes apart by their e-mails, and mentions all of them by their name alone', () => {
  const members = [
    { userId: '1', name: 'Ann Lee', email: 'ann@a.test' },
    { userId: '2', name: 'Ann Lee', email: 'ann@b.test' },
    { userId: '3', name: null, email: 'bo@a.test' },
    { userId: '4', name: 'Ann Lee', email: null },
  ]
  const mentioned = toMentioned(members)
  expect(mentioned.map(({ name }) => name)).toEqual(['Ann Lee (ann@a.test)', 'Ann Lee (ann@b.test)', 'bo@a.test'])
  const ids = (text: string) => mentionedIn(text, mentioned).map(({ userId }) => userId)
  expect(ids('@Ann Lee (ann@b.test) look')).toEqual(['2'])
  expect(ids('@Ann Lee look')).toEqual(['1', '2'])
  expect(ids('@bo@a.test')).toEqual(['3'])
})

it('mentions nobody else while a namesake may not be known yet', () => {
  const members = [
    { userId: '1', name: 'Ann Lee', email: 'ann@a.test' },
    { userId: '2', name: 'Ann Lee', email: 'ann@b.test' },
    { userId: '3', name: null, email: 'bo@a.test' },
  ]
  const [first] = toMentioned(members.slice(0, 1))
  const [bo] = toMentioned(members.slice(2))
  if (!first || !bo) throw new Error('expected people')
  expect(mentionText(first, true)).toBe('@Ann Lee')
  expect(mentionText(bo, false)).toBe('@bo@a.test')
  const text = `${mentionText(first, false)} look`
  const ids = (all: typeof members) => mentionedIn(text, toMentioned(all)).map(({ userId }) => userId)
  expect([ids(members), ids(members.slice(0, 1))]).toEqual([['1'], ['1']])
})

it('splits text at its mentions', () => {
  expect(mentionPieces({ body: 'So, @Ann Lee?', mentions: [ann, annLee] })).toEqual([
    { text: 'So, ', isMention: false },
    { text: '@Ann Lee', isMention: true },
    { text: '?', isMention: false },
  ])
})
