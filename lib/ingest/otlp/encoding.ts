export type OtlpEncoding = 'json' | 'protobuf'

/** The encoding that a content-type names, or null when OTLP has none such. */
export function otlpEncoding(contentType: string): OtlpEncoding | null {
  const [type = ''] = contentType.split(';')
  switch (type.trim().toLowerCase()) {
    case 'application/json':
      return 'json'
    case 'application/x-protobuf':
    case 'application/protobuf':
      return 'protobuf'
    default:
      return null
  }
}
