export type MessageKind = 'reset' | 'invitation' | 'password-changed' | 'passkey-added'

/** A message that is due to a person about their account. */
export type AccountMessage = {
  id: string
  companyId: string
  userId: string
  email: string | null
  kind: MessageKind
  createdAt: Date
}
