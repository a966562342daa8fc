import type { mail as en } from './en.ts'

/** What mail says, in Japanese. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': '{service}のメールアドレスの確認',
  'mail.subject.account_exists': '{service}のアカウントは登録済み',
  'mail.subject.reset_password': '{service}の新しいパスワードの設定',
  'mail.subject.password_changed': '{service}のパスワード変更のお知らせ',
  'mail.subject.confirm_new_email': '{service}の新しいメールアドレスの確認',
  'mail.subject.email_changed': '{service}のメールアドレス変更のお知らせ',
  'mail.subject.second_factor_changed': '{service}のログイン方法変更のお知らせ',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    '下のリンクを開いてメールアドレスを確認し、{service}のアカウント登録を完了してください。',
  'mail.text.account_exists':
    'このメールアドレスで{service}のアカウントを作成しようとする操作がありました（おそらくご本人によるものです）。このアドレスのアカウントはすでにありますので、そちらでログインしてください。パスワードをお忘れの場合は、そこで新しいパスワードを設定できます。',
  'mail.text.reset_password':
    '{service}のアカウントの新しいパスワードが要求されました（おそらくご本人によるものです）。下のリンクを開いて設定してください。',
  'mail.text.password_changed':
    '{service}のアカウントのパスワードが変更されました。ほかのすべての端末ではログアウトされています。',
  'mail.text.confirm_new_email':
    'このメールアドレスを{service}のアカウントで使用するには、下のリンクを開いてください。それまでは以前のアドレスのままです。',
  'mail.text.email_changed':
    '{service}のアカウントのメールアドレスが変更されました。今後のお知らせは新しいアドレスにのみ送信されます。',
  'mail.text.second_factor_changed':
    '{service}へのログインに使う認証アプリ、パスキー、またはリカバリーコードが追加、変更、または削除されました。',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'お心当たりがない場合は、何もする必要はありません。リンクを開かないかぎり、何も起こりません。',
  'mail.unasked.unchanged':
    'お心当たりがない場合は、何もする必要はありません。アカウントは変更されていません。',
  'mail.unasked.takeover':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。{service}のログインページから、すぐに新しいパスワードを設定してください。',
  'mail.unasked.contact':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに{service}にお問い合わせください。',

  // What every letter says
  'mail.link_life.1': 'リンクは1時間以内に1回だけ使えます。',
  'mail.link_life.24': 'リンクは24時間以内に1回だけ使えます。',
  'mail.automatic': 'このメールは{service}から自動的に送信されました。返信しないでください。',
}
