'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button'

type CopyButtonProps = {
  text: string
  /** Accessible name: "Copy request id". */
  label: string
  className?: string
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <IconButton label={copied ? 'Copied' : label} size="sm" className={className} onClick={copy}>
      {copied ? <Check className="text-pass" aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  )
}
