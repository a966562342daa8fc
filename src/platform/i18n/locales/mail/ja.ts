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
  'mail.subject.totp_added': '{service}の認証アプリ追加のお知らせ',
  'mail.subject.totp_removed': '{service}の認証アプリ削除のお知らせ',
  'mail.subject.passkey_added': '{service}のパスキー追加のお知らせ',
  'mail.subject.passkey_removed': '{service}のパスキー削除のお知らせ',
  'mail.subject.recovery_codes_renewed': '{service}のリカバリーコード再発行のお知らせ',
  'mail.subject.sign_in_link': '{service}へのログインの確認',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    '下のリンクを開いてメールアドレスを確認し、{service}のアカウント登録を完了してください。',
  'mail.text.account_exists':
    'このメールアドレスで{service}のアカウントを作成しようとする操作がありました（おそらくご本人によるものです）。このアドレスのアカウントはすでにありますので、そちらでログインしてください。パスワードをお忘れの場合は、そこで新しいパスワードを設定できます。',
  'mail.text.reset_password':
    '{service}のアカウントの新しいパスワードが要求されました（おそらくご本人によるものです）。下のリンクを開いて設定してください。',
  'mail.text.password_changed':
    '{service}のアカウントのパスワードが変更されました。ほかのすべての端末ではログアウトされ、連携中のアプリもすべて切断されました。引き続き利用するには、それぞれで再度ログインしてください。',
  'mail.text.confirm_new_email':
    'このメールアドレスを{service}のアカウントで使用するには、下のリンクを開いてください。それまでは以前のアドレスのままです。',
  'mail.text.email_changed':
    '{service}のアカウントのメールアドレスが変更されました。今後のお知らせは新しいアドレスにのみ送信されます。',
  'mail.text.second_factor_changed':
    '{service}へのログインに使う認証アプリ、パスキー、またはリカバリーコードが追加、変更、または削除されました。',
  'mail.text.totp_added':
    '{service}のアカウントに認証アプリが追加されました。今後、パスワードでのログインにはこのアプリのコードも必要です。',
  'mail.text.totp_removed':
    '{service}のアカウントから認証アプリが削除されました。今後、ログインにこのアプリのコードは必要ありません。',
  'mail.text.passkey_added':
    '{service}のアカウントにパスキーが追加されました。このパスキーを持つ人はログインできます。',
  'mail.text.passkey_removed':
    '{service}のアカウントからパスキーが削除されました。このパスキーではもうログインできません。',
  'mail.text.recovery_codes_renewed':
    '{service}のアカウントの新しいリカバリーコードが発行されました。以前のコードはもう使えません。',
  'mail.text.sign_in_link':
    '{service}のお客様のアカウントへのログインが何度も試みられています。今ログインしようとしている場合は、以下のリンクを開いてパスワードを入力するか、コードを求めているページに次のコードを入力してください。',

  // For those who know nothing of it
  'mail.unasked.ignore':
    'お心当たりがない場合は、何もする必要はありません。リンクを開かないかぎり、何も起こりません。',
  'mail.unasked.unchanged':
    'お心当たりがない場合は、何もする必要はありません。アカウントは変更されていません。',
  'mail.unasked.takeover':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに新しいパスワードを設定してください。',
  'mail.unasked.undo':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐにセキュリティ設定で変更を元に戻し、新しいパスワードを設定してください。',
  'mail.unasked.contact':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに{service}にお問い合わせください。まだログインできる場合は、新しいパスワードを設定し、セキュリティ設定でアドレスを元に戻してください。',
  'mail.unasked.sign_in':
    'お心当たりがない場合は、何もする必要はありません。現在、パスワードだけでは誰もログインできません。コードは誰にも教えないでください。',
  'mail.button.confirm_email': 'アドレスを確認する',
  'mail.button.sign_in': 'ログインする',
  'mail.button.new_password': '新しいパスワードを設定する',
  'mail.button.security': 'セキュリティ設定を開く',
  'mail.label.time': '日時',
  'mail.label.browser': 'ブラウザー',
  'mail.label.code': 'コード',
  'mail.name.unknown_browser': '不明なブラウザー',
  'mail.link_address': 'ボタンが機能しない場合は、このアドレスをブラウザーにコピーしてください。',

  // What every letter says
  'mail.link_life.1': 'リンクは1時間以内に1回だけ使えます。',
  'mail.link_life.24': 'リンクは24時間以内に1回だけ使えます。',
  'mail.automatic': 'このメールは{service}から自動的に送信されました。返信しないでください。',
}
