'use client'

import { useMutation, useMutationState, useSuspenseQuery } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { SaveRow } from '@/components/domain-ui/save-row'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { NewPasswordField } from '@/components/entry/entry-fields'
import { ProviderButtons } from '@/components/entry/sign-in-form'
import { type BrowserNotices, setBrowserNotices, useBrowserNotices } from '@/components/shell/browser-notices'
import { setShortcutsOn, useShortcutsOn } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { SwitchField } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import type { NotificationKind } from '@/lib/contracts/notifications'
import type { SignInProvider } from '@/lib/contracts/session'
import { notificationKinds } from '@/lib/contracts/vocabulary'
import { notificationKindLabels } from '@/lib/presentation/labels/notifications'
import { problemOf, toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { signOut } from '@/lib/queries/session'
import { ConnectionList } from './connections'
import { OwnSessions } from './own-sessions'
import { TypedNameDialog } from './typed-name-dialog'

type AccountSettingsProps = {
  project: string
  user: { name: string; email: string; isEmailVerified: boolean }
  /** Sign-in services that can verify the e-mail address. */
  providers: readonly SignInProvider[]
  /** Whether the server sends mail; invitations by mail verify an address. */
  hasMail: boolean
}

export function AccountSettings({ project, user, providers, hasMail }: AccountSettingsProps) {
  const here = usePathname()
  const areShortcutsOn = useShortcutsOn()
  return (
    <div className="grid max-w-xl gap-10">
      <div className="grid gap-4">
        <p className="text-ink-2 text-sm">
          Signed in as <span className="text-ink">{user.email}</span>
        </p>
        {!user.isEmailVerified && (hasMail || providers.length > 0) && (
          <Notice tone="review" title="Your address is not verified">
            Anyone who verifies it can take it over and close this account. Verify it by{' '}
            {[
              hasMail && 'accepting an invitation mailed to it',
              providers.length > 0 && 'signing in with a service that knows it',
            ]
              .filter(Boolean)
              .join(', or by ')}
            , while you are signed in here.
            <ProviderButtons providers={providers} from={here} />
          </Notice>
        )}
        <NameForm name={user.name} />
      </div>
      <Panel title="Password" note="Changing it signs you out everywhere else.">
        <PasswordForm email={user.email} />
      </Panel>
      <OwnSessions />
      <Panel title="Connected apps" note="Apps that act for you in this project. They can never decide.">
        <ConnectionList project={project} />
      </Panel>
      <div id="mail" className="scroll-mt-20">
        <Panel title="E-mail">
          <MailChoice />
        </Panel>
      </div>
      <Panel title="This browser">
        <SwitchField
          label="Single-key shortcuts"
          hint="For example A to approve. Shortcuts with Ctrl always work."
          checked={areShortcutsOn}
          onCheckedChange={setShortcutsOn}
        />
        <div className="mt-4">
          <BrowserNoticesSwitch />
        </div>
      </Panel>
      <Panel>
        <Button icon={<LogOut aria-hidden />} onClick={() => void signOut().catch(toast.problem)}>
          Sign out
        </Button>
      </Panel>
      <OwnData name={user.name} />
    </div>
  )
}

/** Export and erasure of the user's personal data. */
function OwnData({ name }: { name: string }) {
  const erase = useMutation(mutationOf('POST /api/v1/account/erase', { changes: [] }))
  const act = async (typed: string) => {
    await erase.mutateAsync({ name: typed.trim() })
    await signOut()
  }
  return (
    <Panel
      title="Your data"
      note="If you are removed, your verdicts stay as those of an anonymous reviewer. The audit log keeps who did what."
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild>
          <a href="/api/v1/account/data" download="my-data.json">
            <Download aria-hidden />
            Export as JSON
          </a>
        </Button>
        <TypedNameDialog
          trigger={
            <Button variant="danger-outline" className="h-auto! min-h-8 max-w-full whitespace-normal!">
              Remove me from the desk
            </Button>
          }
          title="Remove yourself from the desk?"
          consequence="Your name and address become “Removed person”. You are signed out everywhere, and the keys you made stop working. This cannot be undone."
          name={name}
          verb="Remove me"
          act={act}
          done="You were removed"
          isFree
        />
      </div>
    </Panel>
  )
}

function NameForm({ name }: { name: string }) {
  const router = useRouter()
  const update = useMutation(mutationOf('PATCH /api/v1/account'))
  const problem = problemOf(update.error)
  const [draft, setDraft] = useState(name)
  const isChanged = draft !== name
  const submit = () =>
    update.mutate(
      { name: draft },
      {
        onSuccess: () => {
          toast.success('Saved')
          router.refresh()
        },
        onError: toast.problem,
      },
    )
  return (
    <Form isFree onSubmit={submit} className="grid max-w-sm gap-4">
      <UnsavedChangesGuard when={isChanged} onLeave={() => setDraft(name)} />
      <InputField
        label="Name"
        hint="Shown next to every decision you make."
        error={problem?.fields.name}
        required
        name="name"
        autoComplete="name"
        maxLength={200}
        value={draft}
        onChange={setDraft}
      />
      <SaveRow isChanged={isChanged} isPending={update.isPending} onDiscard={() => setDraft(name)} />
    </Form>
  )
}

/** Form that changes the password. This ends all other sessions. */
function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation(mutationOf('POST /api/v1/account/password', { isSecret: true }))
  const problem = problemOf(change.error)
  const submit = (data: FormData) => {
    const [current = '', next = ''] = ['current', 'next'].map((field) => String(data.get(field) ?? ''))
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          form.current?.reset()
          toast.success('The password is changed')
        },
        onError: (error) => {
          const { fields, message } = toProblem(error)
          if (Object.keys(fields).length === 0) toast.error(message)
        },
      },
    )
  }
  return (
    <Form isFree ref={form} onSubmit={submit} className="grid max-w-sm gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <InputField
        label="Current password"
        error={problem?.fields.current}
        name="current"
        type="password"
        autoComplete="current-password"
        maxLength={200}
      />
      <NewPasswordField label="New password" name="next" error={problem?.fields.next} />
      <div>
        <Button type="submit" pending={change.isPending}>
          Change password
        </Button>
      </div>
    </Form>
  )
}

const mailed = notificationKinds.filter((kind) => kind !== 'mail_failing')

type MailChange = { isOn: boolean } | { off: NotificationKind[] }

const CHOICE = ['mail-choice']

/** Choice of notifications sent by mail, for all projects. */
function MailChoice() {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/account/mail', {}))
  const { mutate: save } = useMutation({
    ...mutationOf('PATCH /api/v1/account/mail'),
    mutationKey: CHOICE,
    // Serialized, so that the last choice wins.
    scope: { id: 'mail-choice' },
    onError: toast.problem,
  })
  // What is being saved is shown at once; what was refused is not shown any more, whatever was chosen after it.
  const pending = useMutationState({
    filters: { mutationKey: CHOICE, status: 'pending' },
    select: ({ state }) => state.variables as MailChange,
  })
  const { isAvailable, isOn, off }: typeof data = Object.assign({}, data, ...pending)
  const choose = (kind: NotificationKind, isWanted: boolean) =>
    save({ off: isWanted ? off.filter((other) => other !== kind) : [...off, kind] })
  return (
    <div className="grid gap-4">
      <SwitchField
        label="Notifications by e-mail"
        hint={isAvailable ? 'For all your projects.' : 'Not available: no mail server is configured.'}
        checked={isAvailable && isOn}
        disabled={!isAvailable}
        onCheckedChange={(next) => save({ isOn: next })}
      />
      {isAvailable && isOn && (
        <fieldset className="grid gap-2">
          <legend className="sr-only">Notify me when</legend>
          {mailed.map((kind) => (
            <label key={kind} htmlFor={`mail-${kind}`} className="flex items-center gap-2.5 text-sm">
              <Checkbox
                id={`mail-${kind}`}
                checked={!off.includes(kind)}
                onCheckedChange={(isWanted) => choose(kind, isWanted === true)}
              />
              {notificationKindLabels[kind]}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const statusLabels: Record<BrowserNotices, string> = {
  on: 'Shown while the desk is open in a tab.',
  off: 'For gates that wait for you, are due, or were decided.',
  blocked: 'Blocked by this browser. Allow notifications for this site in its settings.',
  unsupported: 'Not supported by this browser.',
}

function BrowserNoticesSwitch() {
  const state = useBrowserNotices()
  return (
    <SwitchField
      label="Browser notifications"
      hint={statusLabels[state]}
      checked={state === 'on'}
      disabled={state === 'blocked' || state === 'unsupported'}
      onCheckedChange={(isOn) => void setBrowserNotices(isOn)}
    />
  )
}
