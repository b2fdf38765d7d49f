'use client'

import { useMutation } from '@tanstack/react-query'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PopoverClose } from '@/components/ui/popover'
import { sayRefused } from '@/components/ui/say-refused'
import { ShowAll } from '@/components/ui/show-all'
import { toast } from '@/components/ui/toast'
import { useOrigin } from '@/components/ui/use-origin'
import type { SavedView } from '@/lib/contracts/views'
import { hasWords, SEARCHABLE_FROM } from '@/lib/presentation/text/mark-words'
import { problemOf, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { useMay } from './role'

type ViewsPanelProps = {
  project: string
  screen: SavedView['screen']
  path: string
  /** Current filters, order and columns as a query string. */
  query: string
  /** Undefined while it loads. */
  saved: { views: readonly SavedView[]; mayShare: boolean } | undefined
  isShown: (view: SavedView) => boolean
  /** The view that was opened before what is shown was changed; null if none, or if the user may not change it. */
  changed: SavedView | null
}

/** What the menu of saved views contains. */
export function ViewsPanel({ project, screen, path, query, saved, isShown, changed }: ViewsPanelProps) {
  const [text, setText] = useState('')
  const all = saved?.views ?? []
  const views = all.filter(({ name, owner }) => hasWords(`${name} ${owner.name}`, text))
  const mayChange = useMay(project, 'viewer')
  const listOf = (scope: SavedView['scope']) => ({
    views: views.filter((view) => view.scope === scope),
    ...{ project, path, isShown },
  })
  return (
    <>
      {(all.length >= SEARCHABLE_FROM || text !== '') && (
        <Input
          type="search"
          aria-label="Find a view"
          placeholder="Find a view"
          value={text}
          maxLength={80}
          className="mb-3 w-full"
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ViewList title="Your views" {...listOf('own')} />
      <ViewList title="Shared in the project" {...listOf('shared')} />
      {saved && views.length === 0 && (
        <p role="status" className="mb-3 text-ink-2 text-sm">
          {text === '' ? 'No saved views yet. Set filters, then save them here.' : 'No views match.'}
        </p>
      )}
      {changed && mayChange && <Overwrite project={project} query={query} view={changed} />}
      <SaveForm {...{ project, screen, path, query }} mayShare={saved?.mayShare ?? false} />
    </>
  )
}

type ViewListProps = Pick<ViewsPanelProps, 'project' | 'path' | 'isShown'> & {
  title: string
  views: readonly SavedView[]
}

const SHOWN = 50

function ViewList({ title, views, project, path, isShown }: ViewListProps) {
  if (views.length === 0) return null
  return (
    <section className="mb-3">
      <h2 className="eyebrow mb-1">{title}</h2>
      <ShowAll items={views} most={SHOWN} noun="view">
        {(shown) => (
          <ul>
            {shown.map((view) => (
              <ViewRow key={view.id} isOpen={isShown(view)} {...{ view, project, path }} />
            ))}
          </ul>
        )}
      </ShowAll>
    </section>
  )
}

const showError = sayRefused('The view was not changed')

function ViewRow({ view, isOpen, project, path }: { view: SavedView; isOpen: boolean; project: string; path: string }) {
  const [isRenaming, setRenaming] = useState(false)
  const mayChange = useMay(project, 'viewer')
  const update = useMutation({ ...mutationOf('PATCH /api/v1/views/{viewId}', { project }), onError: showError })
  const removal = useRemoval(project, view)
  if (isRenaming) return <RenameForm project={project} view={view} onDone={() => setRenaming(false)} />
  return (
    <li className="group flex min-h-8 items-center gap-1">
      <PopoverClose>
        <Link
          href={`${path}?${view.query}`}
          aria-current={isOpen ? 'true' : undefined}
          title={view.name}
          className="min-w-0 flex-1 truncate rounded-sm px-1.5 py-1 text-sm hover:bg-hover aria-[current]:font-medium"
        >
          {view.name}
          {view.scope === 'shared' && !view.isMine && (
            <span className="ml-2 text-ink-3 text-xs">{view.owner.name}</span>
          )}
        </Link>
      </PopoverClose>
      <IconButton
        disabled={!mayChange}
        pending={update.isPending}
        label={view.isDefault ? `Do not open the list with ${view.name}` : `Open the list with ${view.name}`}
        onClick={() => update.mutate({ viewId: view.id, isDefault: !view.isDefault })}
      >
        <Star className={view.isDefault ? 'fill-current text-accent' : undefined} aria-hidden />
      </IconButton>
      {view.mayChange && mayChange && (
        <>
          <IconButton label={`Rename the view ${view.name}`} onClick={() => setRenaming(true)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={`Remove the view ${view.name}`} pending={removal.isPending} onClick={removal.start}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}

/** Removes a view at once; it can be had back while the message is shown. */
function useRemoval(project: string, { id: viewId, name }: SavedView) {
  const restore = useMutation({
    ...mutationOf('POST /api/v1/views/{viewId}/restore', { project }),
    onError: showError,
  })
  const remove = useMutation({
    ...mutationOf('DELETE /api/v1/views/{viewId}', { project }),
    onError: showError,
    onSuccess: () =>
      toast.success(`Removed ${name}`, { action: { label: 'Undo', onClick: () => restore.mutate({ viewId }) } }),
  })
  return { isPending: remove.isPending, start: () => remove.mutate({ viewId }) }
}

function RenameForm({ project, view, onDone }: { project: string; view: SavedView; onDone: () => void }) {
  const [name, setName] = useState(view.name)
  const rename = useMutation({ ...mutationOf('PATCH /api/v1/views/{viewId}', { project }), onSuccess: onDone })
  const submit = () => {
    if (name.trim() !== '') rename.mutate({ viewId: view.id, name })
  }
  return (
    <li className="py-1">
      <Form onSubmit={submit} className="grid gap-1.5">
        <div className="flex items-center gap-1">
          <Input
            aria-label={`New name of ${view.name}`}
            aria-invalid={rename.error ? true : undefined}
            ref={(field) => field?.focus()}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
            data-own-escape
            onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onDone()}
          />
          <Button type="submit" size="sm" pending={rename.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
        {rename.error && (
          <p role="alert" className="text-fail-fg text-xs">
            {toProblem(rename.error).message}
          </p>
        )}
      </Form>
    </li>
  )
}

/** Offers to store what is shown in the view that was opened before filters, order or columns were changed. */
function Overwrite({ project, query, view }: { project: string; query: string; view: SavedView }) {
  const update = useMutation({
    ...mutationOf('PATCH /api/v1/views/{viewId}', { project }),
    onError: showError,
    onSuccess: () => toast.success(`${view.name} now shows this`),
  })
  return (
    <div className="mb-3 flex items-center justify-between gap-2 border-t pt-3">
      <p className="min-w-0 text-sm">
        You changed <span className="wrap-anywhere font-medium">{view.name}</span>
        {view.scope === 'shared' && <span className="block text-ink-3 text-xs">Shared: it changes for everyone</span>}
      </p>
      <Button
        size="sm"
        pending={update.isPending}
        aria-label={`Update the view ${view.name}`}
        onClick={() => update.mutate({ viewId: view.id, query })}
      >
        Update
      </Button>
    </div>
  )
}

type SaveFormProps = Pick<ViewsPanelProps, 'project' | 'screen' | 'path' | 'query'> & { mayShare: boolean }

function SaveForm({ project, screen, path, query, mayShare }: SaveFormProps) {
  const origin = useOrigin()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useMutation({
    ...mutationOf('POST /api/v1/views', { project }),
    onSuccess: ({ view }, sent) => {
      // Another one that is typed meanwhile stays.
      setName((now) => (now === sent.name ? '' : now))
      setShared(false)
      toast.success(`Saved as ${view.name}`)
    },
  })
  const submit = () => {
    if (name.trim() !== '') save.mutate({ screen, name, scope: isShared ? 'shared' : 'own', query })
  }
  return (
    <Form onSubmit={submit} className="grid gap-2.5 border-t pt-3">
      <InputField
        label="Keep what is shown as"
        error={problemOf(save.error)?.message}
        value={name}
        maxLength={80}
        placeholder="Name"
        onChange={setName}
      />
      {mayShare && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside the label
        <label className="flex min-h-7 items-center gap-2 text-sm">
          <Checkbox checked={isShared} onCheckedChange={setShared} />
          Share it with the project
        </label>
      )}
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-1 text-ink-2 text-xs">
          <CopyButton text={`${origin}${path}${query ? `?${query}` : ''}`} label="Copy the link to what is shown" />
          Copy link
        </span>
        {/* Not disabled: what has the focus when it is saved would lose it. */}
        <Button type="submit" variant="primary" pending={save.isPending} aria-disabled={name.trim() === ''}>
          Save view
        </Button>
      </div>
    </Form>
  )
}
