'use client'

import { Check } from 'lucide-react'
import { useState } from 'react'
import { copyText } from './copy-text'
import { IconButton } from './icon-button'
import { announce, toast } from './toast'

type CopyButtonProps = {
  text: string
  /** Accessible name: "Copy request id". */
  label: string
  className?: string
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text)))
      return toast.error('The browser did not allow copying', { description: 'Select the text and copy it by hand.' })
    setCopied(true)
    announce('Copied')
    setTimeout(() => {
      setCopied(false)
      announce('')
    }, 1500)
  }
  return (
    <IconButton label={copied ? 'Copied' : label} size="sm" className={className} onClick={copy}>
      {copied ? <Check className="text-pass" aria-hidden /> : <span className="glyph glyph-copy" aria-hidden />}
    </IconButton>
  )
}
