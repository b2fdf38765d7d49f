import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { actorName, personOf } from '../context'
import { listNotifications } from '../notifications/list'
import { ingest, makeProject, runBody } from '../testing/factories'
import { addComment, deleteComment, editComment, listComments, resolveComment } from './comments'

async function makeRun() {
  const test = await makeProject()
  const ids = await ingest(test.key, [runBody({ id: 'talk', nodes: [{ id: 'ask', output: 'Forty percent.' }] })])
  return {
    ...test,
    runId: ids.get('talk') ?? '',
    ada: await test.as('reviewer', 'Ada'),
    vic: await test.as('viewer', 'Vic'),
  }
}

const notices = async (who: Awaited<ReturnType<typeof makeRun>>['ada']) =>
  (await listNotifications.run(who, {})).notifications.map(({ kind, text, link }) => ({ kind, text, link }))

describe('a comment', () => {
  it('refers to words of a step, notifies mentioned people, and can be resolved and reopened', async () => {
    const { runId, ada, vic, key } = await makeRun()
    const mentions = [personOf(vic.actor)?.userId ?? '', personOf(ada.actor)?.userId ?? '']
    const { comment } = await addComment.run(ada, {
      runId: 'talk',
      stepId: 'ask',
      quote: 'Forty',
      quoteStart: 0,
      body: 'Says who, @Vic?',
      mentions,
    })
    expect(comment).toMatchObject({ by: 'Ada', isOwn: true, quote: 'Forty', resolved: null })
    expect((await listComments.run(key, { runId })).comments).toEqual([{ ...comment, isOwn: false }])
    expect(await notices(vic)).toEqual([
      {
        kind: 'mentioned',
        text: 'Ada mentions you on talk: “Says who, @Vic?”',
        link: `/runs/${runId}?step=ask#comment-${comment.id}`,
      },
    ])
    expect(await notices(ada)).toEqual([])

    const named = { runId, commentId: comment.id }
    expect((await resolveComment.run(vic, named)).comment.resolved).toMatchObject({ by: 'Vic' })
    expect((await resolveComment.run(vic, named)).comment.resolved).toMatchObject({ by: 'Vic' })
    expect((await resolveComment.run(ada, { ...named, resolved: false })).comment.resolved).toBeNull()
  })

  it('notifies whom it names after an @, if asked to: namesakes all, or one by the e-mail', async () => {
    const { runId, ada, vic, as } = await makeRun()
    const [cai, other] = [await as('viewer', 'Cai Lee'), await as('viewer', 'Cai Lee')]
    const [gone, stranger] = [await as('viewer', 'Gone'), await (await makeProject()).as('viewer', 'Stranger')]
    await getDb().user.update({ where: { id: personOf(gone.actor)?.userId ?? '' }, data: { disabledAt: new Date() } })
    const emailOf = ({ actor }: typeof cai) => (actor.kind === 'user' ? actor.email : '')
    const idsIn = async (body: string, named = true) =>
      (await addComment.run(ada, { runId, body, named })).comment.mentions.map(({ userId, name }) => [userId, name])
    const idOf = ({ actor }: typeof cai) => personOf(actor)?.userId ?? ''
    expect(await idsIn('@Vic and @Victor, @Gone, @Stranger, Cai Lee')).toEqual([[idOf(vic), 'Vic']])
    expect(await idsIn(`@Cai Lee (${emailOf(other)}) look`)).toEqual([[idOf(other), 'Cai Lee']])
    expect((await idsIn('@Cai Lee look')).toSorted()).toEqual(
      [cai, other].map((one) => [idOf(one), 'Cai Lee']).toSorted(),
    )
    expect(await idsIn('@Vic', false)).toEqual([])
    expect(idOf(stranger)).not.toBe('')
    const { comment } = await addComment.run(ada, { runId, body: '@Vic' })
    const edited = await editComment.run(ada, { runId, commentId: comment.id, body: '@Vic, look', named: true })
    expect(edited.comment.mentions).toEqual([{ userId: idOf(vic), name: 'Vic' }])
  })

  it('names no more than twenty people', async () => {
    const { runId, ada, as } = await makeRun()
    for (let place = 0; place < 21; place++) await as('viewer', 'Many')
    const refusal = { code: 'invalid_input', issues: [{ path: 'body', message: 'mentions 21 people: at most 20' }] }
    await expect(addComment.run(ada, { runId, body: '@Many', named: true })).rejects.toMatchObject(refusal)
  })

  it('is listed with the newest ones, and those before page by page', async () => {
    const { runId, ada, vic } = await makeRun()
    for (const body of ['one', 'two', 'three']) await addComment.run(ada, { runId, body })
    const bodiesOf = async (input: { limit?: number; cursor?: string }) => {
      const { comments, earlier, next } = await listComments.run(vic, { runId, ...input })
      return { bodies: comments.map(({ body }) => body), earlier, next }
    }
    expect(await bodiesOf({})).toEqual({ bodies: ['one', 'two', 'three'], earlier: 0, next: null })
    const { next, ...newest } = await bodiesOf({ limit: 2 })
    expect(newest).toEqual({ bodies: ['two', 'three'], earlier: 1 })
    expect(await bodiesOf({ limit: 2, cursor: next ?? '' })).toEqual({ bodies: ['one'], earlier: 0, next: null })
  })

  it('is quoted to whom it mentions up to a whole character', async () => {
    const { runId, ada, vic } = await makeRun()
    const body = `${'x'.repeat(138)}👩‍👩‍👧 and more`
    await addComment.run(ada, { runId, body, mentions: [personOf(vic.actor)?.userId ?? ''] })
    expect((await notices(vic)).map(({ text }) => text)).toEqual([`Ada mentions you on talk: “${'x'.repeat(138)}…”`])
  })

  it('can only be edited by its author, notifies only who is mentioned anew, and keeps the old text on record', async () => {
    const { runId, ada, vic, project, as } = await makeRun()
    const ben = await as('reviewer', 'Ben')
    const [toVic, toBen] = [vic, ben].map(({ actor }) => personOf(actor)?.userId ?? '')
    const { comment } = await addComment.run(ada, { runId, body: 'Says who, @Vic?', mentions: [toVic ?? ''] })
    expect(comment.editedAt).toBeNull()
    const named = { runId, commentId: comment.id, mentions: [toVic ?? '', toBen ?? ''] }
    const body = 'Says who, @Vic or @Ben?'
    await expect(editComment.run(vic, { ...named, body })).rejects.toMatchObject({ code: 'forbidden' })
    const { comment: edited } = await editComment.run(ada, { ...named, body })
    expect(edited).toMatchObject({ body, mentions: [{ name: 'Vic' }, { name: 'Ben' }], createdAt: comment.createdAt })
    expect(edited.editedAt).not.toBeNull()
    expect((await listComments.run(ada, { runId })).comments).toEqual([edited])
    expect(await notices(vic)).toHaveLength(1)
    expect((await notices(ben)).map(({ text }) => text)).toEqual([`Ada mentions you on talk: “${body}”`])

    // The same text once more changes nothing.
    expect((await editComment.run(ada, { ...named, body })).comment).toEqual(edited)
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id, action: 'run.comment_edited' } })
    expect(events.map(({ before, after }) => [before, after])).toEqual([
      [expect.objectContaining({ body: 'Says who, @Vic?' }), expect.objectContaining({ body })],
    ])

    await deleteComment.run(ada, { runId, commentId: comment.id })
    await expect(editComment.run(ada, { ...named, body: 'Again' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is deleted leaves no word in the notifications about it, nor in their mails', async () => {
    const { runId, ada, vic, project } = await makeRun()
    const mentions = [personOf(vic.actor)?.userId ?? '']
    const say = (body: string) => addComment.run(ada, { runId, body, mentions })
    const { comment } = await say('Her address is 4 Elm Street.')
    await say('It stays.')
    const { id } = await getDb().notification.findFirstOrThrow({ where: { text: { contains: 'Elm Street' } } })
    const mail = {
      id,
      kind: 'mentioned',
      text: 'Ada mentions you on talk: “4 Elm Street”',
      link: `/runs/${runId}#comment-${comment.id}`,
    }
    const times = { at: new Date(), updatedAt: new Date() }
    await getDb().mail.create({ data: { projectId: project.id, userId: mentions[0] ?? '', ...mail, ...times } })
    await deleteComment.run(ada, { runId, commentId: comment.id })
    expect((await notices(vic)).map(({ text }) => text)).toEqual([
      'Ada mentions you on talk: “It stays.”',
      'Ada mentioned you in a comment that was deleted',
    ])
    const mails = await getDb().mail.findMany({ where: { projectId: project.id } })
    expect(mails.map(({ text }) => text)).toEqual(['Ada mentioned you in a comment that was deleted'])
  })

  it('notifies people who are mentioned in an unchanged text', async () => {
    const { runId, ada, vic } = await makeRun()
    const { comment } = await addComment.run(ada, { runId, body: 'Says who, @Vic?' })
    const mentions = [personOf(vic.actor)?.userId ?? '']
    const { comment: edited } = await editComment.run(ada, {
      runId,
      commentId: comment.id,
      body: comment.body,
      mentions,
    })
    expect(edited.mentions).toMatchObject([{ name: 'Vic' }])
    expect(await notices(vic)).toHaveLength(1)
  })

  it('can only be deleted by its author, and stays on record', async () => {
    const { runId, ada, vic, project } = await makeRun()
    const { comment } = await addComment.run(vic, { runId, body: 'Too short.' })
    const named = { runId, commentId: comment.id }
    await expect(deleteComment.run(ada, named)).rejects.toMatchObject({ code: 'forbidden' })
    await deleteComment.run(vic, named)
    expect((await listComments.run(ada, { runId })).comments).toEqual([])
    await expect(resolveComment.run(ada, named)).rejects.toMatchObject({ code: 'not_found' })
    expect(await getDb().comment.count({ where: { projectId: project.id } })).toBe(1)
    const events = await getDb().auditEvent.findMany({
      where: { projectId: project.id, action: { startsWith: 'run.comment' } },
    })
    expect(events.map(({ action, actor }) => [action, actor])).toEqual([
      ['run.comment', actorName(vic.actor)],
      ['run.comment_deleted', actorName(vic.actor)],
    ])
  })

  it('requires a person, an existing run, mentioned members, and a text', async () => {
    const { runId, key, ada } = await makeRun()
    const stranger = personOf((await makeRun()).ada.actor)?.userId ?? ''
    await expect(addComment.run(key, { runId, body: 'Hello' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(addComment.run(ada, { runId: 'none', body: 'Hello' })).rejects.toMatchObject({ code: 'not_found' })
    for (const [input, path] of [
      [{ body: 'Hello', mentions: [stranger] }, 'mentions[0]'],
      [{ body: '  ' }, 'body'],
      [{ body: 'Hello', quote: 'words' }, 'stepId'],
    ] as [object, string][])
      await expect(addComment.run(ada, { body: '', ...input, runId })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [expect.objectContaining({ path })],
      })
  })
})
