'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useQueryState } from 'nuqs'
import { useId, useState } from 'react'
import { SendSnippets } from '@/components/domain-ui/send-snippets'
import { MatchCount, SearchAbove } from '@/components/shell/search-box'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Link } from '@/components/ui/link'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { MakeSecretDialog, SecretField } from '@/components/ui/secret-dialog'
import { Select } from '@/components/ui/select'
import { ShowAll } from '@/components/ui/show-all'
import { StatePanel } from '@/components/ui/state-panel'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { OutputOf } from '@/lib/contracts/contract'
import type { createKey, KeyView } from '@/lib/contracts/projects'
import { hasWords } from '@/lib/presentation/text/mark-words'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { shortText } from '@/lib/queries/search-parameters'
import { ConnectionList } from './connections'

const SHOWN = 50

export function KeyList({ project }: { project: string }) {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/keys', {}, { project }))
  const [text, setText] = useQueryState('text', shortText.withOptions({ scroll: false }))
  const found = data.keys.filter(({ name, prefix, madeBy }) =>
    hasWords(`${name} ${prefix} ${madeBy?.name ?? ''}`, text ?? ''),
  )
  const inUse = found.filter(isInUse)
  const ended = found.filter((key) => !isInUse(key))
  return (
    <>
      <PageDescription action={<CreateKeyDialog project={project} />}>
        Keys let agents and tools send and read runs in this project. Keys can never decide. What they can call is in
        the{' '}
        <Link href="/reference" className="link">
          API reference
        </Link>
        .
      </PageDescription>
      <SearchAbove
        all={data.keys.length}
        noun="keys"
        placeholder="Search names, keys or people"
        text={text}
        onChange={(typed) => void setText(typed)}
      />
      {text !== null && <MatchCount noun="keys" found={found.length} all={data.keys.length} />}
      {data.keys.length === 0 ? (
        <StatePanel state="empty" title="No keys yet" compact>
          Create one to send your first run.
        </StatePanel>
      ) : (
        <ShowAll items={[...inUse, ...ended]} most={SHOWN} noun="key">
          {(shown) => (
            <DataTable
              label="API keys"
              className="sm:min-w-160"
              columns={[...columns, revokeColumn(project)]}
              rows={shown}
              keyOf={({ id }) => id}
              rowProps={(key) => ({ className: isInUse(key) ? undefined : 'text-ink-3' })}
            />
          )}
        </ShowAll>
      )}
      <Panel title="Connected apps" note="Apps that act for members, connected with OAuth." className="mt-10">
        <ConnectionList project={project} ofEverybody />
      </Panel>
    </>
  )
}

const isInUse = (key: KeyView) => key.revokedAt === null && !key.isExpired

const time = (iso: string | null) => (iso ? <RelativeTime iso={iso} /> : 'never')
const start = ({ prefix }: KeyView) => `${prefix.replace(/…$/, '')}…`

const columns: readonly Column<KeyView>[] = [
  {
    head: 'Name',
    isRowName: true,
    className: 'max-sm:w-full max-sm:max-w-0 sm:max-w-60',
    cell: (key) => (
      <>
        <span className="block truncate font-medium">{key.name}</span>
        <span className="block text-ink-3 text-xs sm:hidden">
          <code className="font-mono">{start(key)}</code> · {key.scopes.join(', ')}
          <br />
          <Maker apiKey={key} />
          <br />
          {key.lastUsedAt ? <>used {time(key.lastUsedAt)}</> : 'never used'},{' '}
          {key.expiresAt ? <>expires {time(key.expiresAt)}</> : 'never expires'}
        </span>
      </>
    ),
  },
  { head: 'Key', className: 'max-sm:hidden', cell: (key) => <code className="font-mono text-xs">{start(key)}</code> },
  { head: 'Scopes', className: 'max-sm:hidden', cell: ({ scopes }) => scopes.join(', ') },
  {
    head: 'Created',
    className: 'max-sm:hidden sm:max-w-48',
    cell: (key) => (
      <>
        {time(key.createdAt)} <Maker apiKey={key} />
      </>
    ),
  },
  { head: 'Last used', className: 'max-sm:hidden', cell: ({ lastUsedAt }) => time(lastUsedAt) },
  { head: 'Expires', className: 'max-sm:hidden', cell: ({ expiresAt }) => time(expiresAt) },
]

/** Says who made a key, and that this person has left: the key still works then. */
function Maker({ apiKey: { madeBy } }: { apiKey: KeyView }) {
  if (madeBy === null) return <span className="text-ink-3">at the first start</span>
  return (
    <span className="text-ink-3">
      by {madeBy.name}
      {!madeBy.isMember && <span className="text-review-fg"> (no longer a member)</span>}
    </span>
  )
}

const revokeColumn = (project: string): Column<KeyView> => ({
  head: 'Revoke',
  isHeadHidden: true,
  cellClass: 'text-right',
  cell: (key) =>
    isInUse(key) ? (
      <Revoke project={project} apiKey={key} />
    ) : (
      <Badge>{key.revokedAt === null ? 'Expired' : 'Revoked'}</Badge>
    ),
})

function Revoke({ project, apiKey: { id, name } }: { project: string; apiKey: KeyView }) {
  const revoke = useMutation(mutationOf('DELETE /api/v1/keys/{keyId}', { project }))
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" className="lg:-mr-2.5" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
      title={`Revoke ${name}?`}
      consequence="Anything that uses this key stops working at once. This cannot be undone."
      verb="Revoke"
      act={() => revoke.mutateAsync({ keyId: id })}
      done={`${name} was revoked`}
    />
  )
}

const grants = {
  both: { label: 'Send and read runs', scopes: ['read', 'write'] },
  write: { label: 'Send runs only', scopes: ['write'] },
  read: { label: 'Read only', scopes: ['read'] },
} as const

type Grant = keyof typeof grants
const grantOptions = (Object.keys(grants) as Grant[]).map((value) => ({ value, label: grants[value].label }))

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const

type Lifetime = (typeof lifetimes)[number]['value']

/** Dialog that creates an API key and shows it once. */
function CreateKeyDialog({ project }: { project: string }) {
  const formId = useId()
  const [grant, setGrant] = useState<Grant>('both')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const create = useMutation(mutationOf('POST /api/v1/keys', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(create)
  const problem = problemOf(create.error)
  const submit = (form: FormData) =>
    create.mutate({
      name: String(form.get('name') ?? ''),
      scopes: [...grants[grant].scopes],
      ...(lifetime !== 'never' && { expiresInDays: Number(lifetime) }),
    })
  return (
    <MakeSecretDialog
      trigger={
        <Button variant="primary" icon={<KeyRound aria-hidden />}>
          Create key
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      title="Create an API key"
      description="Use one key per agent or tool, so you can revoke them separately."
      width="sm"
      submit={{ children: 'Create key', pending: create.isPending, form: formId }}
      made={create.data ? toMade(create.data) : null}
    >
      <Form id={formId} onSubmit={submit} className="grid gap-4">
        <ProblemNotice problem={problem} beside={['name']} />
        <InputField
          label="Name"
          hint="What will use it."
          error={problem?.fields.name}
          required
          name="name"
          autoComplete="off"
          maxLength={200}
          placeholder="support agent, staging"
        />
        <Field label="Scopes">
          {({ id }) => <Select id={id} value={grant} onChange={setGrant} options={grantOptions} />}
        </Field>
        <Field label="Expires" hint="Requests with an expired key are refused.">
          {({ id }) => <Select id={id} value={lifetime} onChange={setLifetime} options={lifetimes} />}
        </Field>
      </Form>
    </MakeSecretDialog>
  )
}

function toMade({ key, secret }: OutputOf<typeof createKey>) {
  return {
    title: key.name,
    description: 'The key is active.',
    shown: (
      <div className="grid gap-5">
        <SecretField secret={secret} />
        {key.scopes.includes('write') && <SendSnippets secret={secret} />}
      </div>
    ),
  }
}
