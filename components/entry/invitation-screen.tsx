'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useActionState, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { Offer, OpenedInvitation } from '@/lib/contracts/invitations'
import type { Role } from '@/lib/contracts/projects'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { type Problem, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { signInAsNew, signOut } from '@/lib/queries/session'
import { EmailField, NameField, NewPasswordField, SubmitButton } from './entry-fields'
import { EntryScreen } from './entry-screen'
import { navigateAway } from './return-path'

type InvitationScreenProps = { token: string; opened: OpenedInvitation }

/** Page of an invitation link, by the state of the invitation. */
export function InvitationScreen({ token, opened }: InvitationScreenProps) {
  switch (opened.kind) {
    case 'closed':
      return (
        <EntryScreen
          title="This invitation is no longer valid"
          lead="It was used or withdrawn, or is older than seven days. Ask for a new one."
        >
          <LargeLink href="/">Go to the desk</LargeLink>
        </EntryScreen>
      )
    case 'other':
      return (
        <EntryScreen
          title="This invitation is for someone else"
          lead={
            <>
              It is for <Strong>{opened.email}</Strong>, and you are signed in with another e-mail.
            </>
          }
        >
          <LeaveAccount />
        </EntryScreen>
      )
    case 'member':
      return (
        <EntryScreen
          title="You are a member already"
          lead={`You belong to ${opened.project} as ${roleLabels[opened.role].label.toLowerCase()}. This link changes nothing.`}
        >
          <LargeLink href={`/p/${opened.slug}`} isPrimary>
            Open the project
          </LargeLink>
        </EntryScreen>
      )
    default:
      return (
        <EntryScreen title={`Join ${opened.project}?`} lead={<OfferText offer={opened} />}>
          <Declinable token={token}>
            <AcceptOptions token={token} opened={opened} />
          </Declinable>
        </EntryScreen>
      )
  }
}

type Open = Extract<OpenedInvitation, { kind: 'answer' | 'sign_in' | 'join' }>

function AcceptOptions({ token, opened }: { token: string; opened: Open }) {
  const signInFirst = `/signin?from=${encodeURIComponent(`/invite/${token}`)}`
  if (opened.kind === 'answer') return <AcceptInvitation token={token} role={opened.role} />
  if (opened.kind === 'sign_in')
    return (
      <>
        <p className="mb-4 text-sm">
          There is an account with <Strong>{opened.email}</Strong>.
        </p>
        <LargeLink href={signInFirst} isPrimary>
          Sign in to answer
        </LargeLink>
        {!opened.isProven && <ClaimAddress token={token} email={opened.email} role={opened.role} />}
      </>
    )
  return (
    <>
      <JoinForm token={token} email={opened.email} role={opened.role} />
      {opened.mayHaveAccount && (
        <p className="mt-4 text-center text-ink-2 text-sm">
          You have an account with this e-mail?{' '}
          <Link href={signInFirst} className="link">
            Sign in first
          </Link>
        </p>
      )}
    </>
  )
}

function OfferText({ offer: { invitedBy, role } }: { offer: Offer }) {
  return (
    <>
      <Strong>{invitedBy}</Strong> invites you as <Strong>{roleLabels[role].label.toLowerCase()}</Strong>.{' '}
      {roleLabels[role].may}
    </>
  )
}

function Strong({ children }: { children: ReactNode }) {
  return <span className="break-words font-medium text-ink">{children}</span>
}

function LargeLink({ href, isPrimary, children }: { href: string; isPrimary?: boolean; children: ReactNode }) {
  return (
    <Button asChild size="lg" variant={isPrimary ? 'primary' : 'secondary'} className="w-full">
      <Link href={href}>{children}</Link>
    </Button>
  )
}

type ClaimAddressProps = { token: string; email: string; role: Role }

/** Lets the owner of an address claim it if someone else created an account with it. */
function ClaimAddress({ token, email, role }: ClaimAddressProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button size="lg" variant="ghost" className="mt-3 w-full" onClick={() => setOpen(true)}>
        That account is not mine
      </Button>
    )
  return (
    <section aria-label="A new account" className="mt-6 grid gap-4 border-t pt-6">
      <Notice tone="review" title="This closes the other account permanently">
        No one has verified {email} there, and this link proves that it is yours. You get a new, empty account.
      </Notice>
      <JoinForm token={token} email={email} role={role} takesAddress />
    </section>
  )
}

/** Where somebody who has just joined begins: a reviewer with what waits for them, or what will. */
const firstPage = (project: string, role: Role) => `/p/${project}${role === 'reviewer' ? '/review' : ''}`

/** Button with which a signed-in user joins the project. */
function AcceptInvitation({ token, role }: { token: string; role: Role }) {
  const accept = useMutation(mutationOf('POST /api/v1/invitations/accept', { isSecret: true }))
  return (
    <div className="grid gap-4">
      {accept.error && <Notice tone="fail">{toProblem(accept.error).message}</Notice>}
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        pending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token }, { onSuccess: ({ project }) => navigateAway(firstPage(project, role)) })}
      >
        Accept
      </Button>
    </div>
  )
}

type DeclinableProps = { token: string; children: ReactNode }

/** Wraps the ways to accept an invitation with a button to decline it, which replaces them. */
function Declinable({ token, children }: DeclinableProps) {
  const decline = useMutation(mutationOf('POST /api/v1/invitations/decline'))
  const [isAsked, setAsked] = useState(false)
  if (decline.isSuccess)
    return (
      <div role="status">
        <Notice tone="neutral" title="You declined">
          The link no longer works. The project does not see who you are.
        </Notice>
      </div>
    )
  return (
    <>
      {children}
      <div className="mt-3 grid gap-3">
        {decline.error && <Notice tone="fail">{toProblem(decline.error).message}</Notice>}
        {isAsked ? (
          <>
            <p className="text-ink-2 text-sm">Then only a new invitation lets you join.</p>
            <div className="grid grid-cols-2 gap-3">
              <Button size="lg" onClick={() => setAsked(false)}>
                Keep it
              </Button>
              <Button
                autoFocus
                size="lg"
                variant="danger"
                pending={decline.isPending}
                onClick={() => decline.mutate({ token })}
              >
                Decline for good
              </Button>
            </div>
          </>
        ) : (
          <Button size="lg" variant="ghost" className="w-full" onClick={() => setAsked(true)}>
            Decline
          </Button>
        )}
      </div>
    </>
  )
}

type JoinState = { name: string; problem: Problem | null }

const blank: JoinState = { name: '', problem: null }

type JoinFormProps = { token: string; email: string; role: Role; takesAddress?: boolean }

/** Form with which an invited person creates an account and joins the project. */
function JoinForm({ token, email, role, takesAddress = false }: JoinFormProps) {
  const accept = useMutation(mutationOf('POST /api/v1/invitations/accept', { isSecret: true }))
  const [{ name, problem }, action] = useActionState(async (_: JoinState, form: FormData): Promise<JoinState> => {
    const [name = '', password = ''] = ['name', 'password'].map((field) => String(form.get(field) ?? ''))
    try {
      const { project } = await accept.mutateAsync({ token, account: { name, password, takesAddress } })
      await signInAsNew(email, password)
      return navigateAway(firstPage(project, role))
    } catch (reason) {
      return { name, problem: toProblem(reason) }
    }
  }, blank)
  return (
    <form action={action} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['account.name', 'account.password']} />
      <EmailField value={email} readOnly />
      <NameField error={problem?.fields['account.name']} defaultValue={name} />
      <NewPasswordField error={problem?.fields['account.password']} className="h-10 w-full" />
      <SubmitButton>Create account and join</SubmitButton>
    </form>
  )
}

/** Button that signs out and reloads the page. */
function LeaveAccount() {
  const leave = useMutation({ mutationFn: () => signOut(window.location.pathname) })
  return (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      pending={!leave.isIdle && !leave.isError}
      onClick={() => leave.mutate()}
    >
      Sign out, and open it again
    </Button>
  )
}
