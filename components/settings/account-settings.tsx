'use client'

import { LogOut } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { ProviderButtons } from '@/components/account/provider-buttons'
import { BrowserNoticesSwitch } from '@/components/notifications/browser-notices-switch'
import { MailChoice } from '@/components/notifications/mail-choice'
import { setShortcutsOn, useShortcutsOn } from '@/components/shell/shortcut-preference'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Switch } from '@/components/ui/switch'
import type { SignInProvider } from '@/lib/contracts/session'
import { signOut } from '@/lib/queries/session'
import { NameForm } from './name-form'
import { PasswordForm } from './password-form'

type AccountSettingsProps = {
  user: { name: string; email: string; isEmailVerified: boolean }
  /** Services that can vouch for the address. */
  providers: readonly SignInProvider[]
  /** The desk sends mail, and so invitations that prove an address. */
  hasMail: boolean
}

export function AccountSettings({ user, providers, hasMail }: AccountSettingsProps) {
  const here = usePathname()
  const areShortcutsOn = useShortcutsOn()
  return (
    <div className="grid max-w-xl gap-10">
      <div className="grid gap-4">
        <p className="text-ink-2 text-sm">
          Signed in as <span className="text-ink">{user.email}</span>
        </p>
        {!user.isEmailVerified && (hasMail || providers.length > 0) && (
          <Notice tone="review" title="Nobody has proven that this address is yours">
            Whoever does can take it over, and close this account. Prove it by{' '}
            {[
              hasMail && 'accepting an invitation that is mailed to it',
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
      <div id="mail" className="scroll-mt-20">
        <Panel title="E-mail">
          <MailChoice />
        </Panel>
      </div>
      <Panel title="This browser">
        <label htmlFor="single-keys" className="flex items-center justify-between gap-4 text-sm">
          <span>
            Single-key shortcuts
            <span className="block text-ink-3 text-xs">
              Such as A to approve. Combinations with Ctrl work either way.
            </span>
          </span>
          <Switch id="single-keys" checked={areShortcutsOn} onCheckedChange={setShortcutsOn} />
        </label>
        <div className="mt-4">
          <BrowserNoticesSwitch />
        </div>
      </Panel>
      <Panel>
        <Button icon={<LogOut aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Button>
      </Panel>
    </div>
  )
}
