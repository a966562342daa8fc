import type { mail as en } from './en.ts'

/** The texts of emails, in Japanese. */
export const mail: Readonly<Record<keyof typeof en, string>> = {
  // Subjects
  'mail.subject.confirm_email': '{service}のメールアドレスの確認',
  'mail.subject.account_exists': '{service}のアカウントはすでに登録されています',
  'mail.subject.reset_password': '{service}の新しいパスワードの設定',
  'mail.subject.password_changed': '{service}のパスワード変更のお知らせ',
  'mail.subject.address_confirmed': '{service}のメールアドレス確認のお知らせ',
  'mail.subject.confirm_new_email': '{service}の新しいメールアドレスの確認',
  'mail.subject.email_changed': '{service}のメールアドレス変更のお知らせ',
  'mail.subject.second_factor_changed': '{service}のログイン方法変更のお知らせ',
  'mail.subject.totp_added': '{service}の認証アプリ追加のお知らせ',
  'mail.subject.totp_removed': '{service}の認証アプリ削除のお知らせ',
  'mail.subject.passkey_added': '{service}のパスキー追加のお知らせ',
  'mail.subject.passkey_removed': '{service}のパスキー削除のお知らせ',
  'mail.subject.recovery_codes_renewed': '{service}のリカバリーコード再発行のお知らせ',
  'mail.subject.sign_in_link': '{service}へのログインの確認',
  'mail.subject.erasure_requested': '{service}のアカウント削除の予定のお知らせ',
  'mail.subject.erasure_cancelled': '{service}のアカウント削除取り消しのお知らせ',
  'mail.subject.account_erased': '{service}のアカウント削除のお知らせ',
  'mail.subject.support_factors_reset': '{service}のログイン方法リセットのお知らせ',
  'mail.subject.support_password_set': 'サポート担当者による{service}のパスワード変更のお知らせ',
  'mail.subject.sign_in_code': '{service}のログインコード',
  'mail.subject.identity_added': '{service}への{provider}でのログイン追加のお知らせ',
  'mail.subject.identity_removed': '{service}への{provider}でのログイン削除のお知らせ',

  // What has happened, or is to be done
  'mail.text.confirm_email':
    '下のリンクを開いてメールアドレスを確認し、{service}のアカウントの作成を完了してください。',
  'mail.text.account_exists':
    'どなたか（おそらくご本人）が、このメールアドレスで{service}のアカウントを作成しようとしました。このアドレスのアカウントはすでにありますので、ログインしてください。パスワードをお忘れの場合は、ログインページで新しいパスワードを設定できます。',
  'mail.text.reset_password':
    'どなたか（おそらくご本人）が、{service}のアカウントの新しいパスワードを請求しました。下のリンクを開いて、新しいパスワードを設定してください。',
  'mail.text.password_changed':
    '{service}のアカウントのパスワードが変更されました。ほかのセッションはすべて終了しました。アプリがアカウントを再び利用するには、そのアプリでもう一度ログインする必要があります。連携は残り、変更の通知も引き続きアプリに届きます。心当たりのないアプリは、「連携アプリ」ページで連携を解除してください。',
  'mail.text.address_confirmed':
    '{service}のアカウントに新しいパスワードが設定され、メールアドレスも確認されました。これまでこのメールアドレスは確認されていなかったため、第三者がアカウントを利用していた可能性があります。そのため、すべてのセッションを終了し、すべてのアプリの連携を解除し、認証アプリ、パスキー、リカバリーコードを削除しました。アカウントの住所とお支払い方法をご確認ください。',
  'mail.text.confirm_new_email':
    'このメールアドレスを{service}のアカウントで使用するには、下のリンクを開いてください。それまでは以前のアドレスのままです。',
  'mail.text.email_changed':
    '{service}のアカウントのメールアドレスが変更されました。今後、メールは新しいアドレスにのみ送信されます。',
  'mail.text.second_factor_changed':
    '{service}のログイン方法が変更されました。認証アプリ、パスキー、またはリカバリーコードが追加、変更、または削除されました。',
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
    '{service}のお客様のアカウントへのログインが何度も試みられました。今ログインしようとしている場合は、下のリンクを開いてパスワードを入力してください。コードの入力を求めるページに、次のコードを入力することもできます。',
  'mail.text.erasure_requested':
    'どなたか（おそらくご本人）が、{service}のアカウントの削除を申請しました。アカウントとすべてのデータは{date}に削除されます。それまでは、ログインして「お客様のデータ」ページを開くと、アカウントを残すことができます。アプリはこのアカウントを利用できなくなりました。',
  'mail.text.erasure_cancelled':
    '{service}のアカウントの削除が取り消されました。アカウントとデータはそのまま残ります。アプリを再び利用するには、そのアプリでもう一度ログインしてください。',
  'mail.text.account_erased':
    '{service}のアカウントとすべてのデータが削除されました。このアカウントに関するお知らせはこれが最後です。',
  'mail.text.support_factors_reset':
    'サポート担当者が{service}のログイン方法をリセットしました。認証アプリ、パスキー、リカバリーコードは削除され、すべてのセッションは終了しました。今後はパスワードだけでログインできます。アカウントを再び保護するには、セキュリティ設定で認証アプリまたはパスキーを追加してください。',
  'mail.text.support_password_set':
    'サポート担当者が{service}のアカウントに新しいパスワードを設定しました。すべてのセッションは終了しました。アプリがアカウントを再び利用するには、そのアプリでもう一度ログインする必要があります。連携は残り、変更の通知も引き続きアプリに届きます。ご自身だけが知っているパスワードを設定してください。',
  'mail.text.sign_in_code':
    '15分以内に、コードをリクエストしたページでこのコードを入力してください。または下のリンクを開くと、どのブラウザーでも{service}のアカウントにログインできます。',
  'mail.text.identity_added':
    '{service}のアカウントに{provider}でのログインが追加されました。その{provider}のアカウントを使える人は、それでログインできます。',
  'mail.text.identity_removed':
    '{service}のアカウントから{provider}でのログインが削除されました。この方法ではもうログインできません。',

  // For people who did not request the email
  'mail.unasked.ignore':
    'お心当たりがない場合は、何もする必要はありません。リンクを開かないかぎり、何も起こりません。',
  'mail.unasked.unchanged':
    'お心当たりがない場合は、何もする必要はありません。アカウントは変更されていません。',
  'mail.unasked.takeover':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに新しいパスワードを設定してください。',
  'mail.unasked.undo':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。今すぐ変更を取り消してください。アカウントへのアクセスはすべて終了し、新しいパスワードを設定できます。',
  'mail.unasked.sign_in':
    'お心当たりがない場合は、何もする必要はありません。現在、パスワードだけではログインできません。このコードは誰にも教えないでください。',
  'mail.unasked.erasure':
    'お心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに「お客様のデータ」ページを開いてアカウントを残す操作をし、その後で新しいパスワードを設定してください。',
  'mail.unasked.erased': 'お心当たりがない場合は、{service}にお問い合わせください。',
  'mail.unasked.support':
    'サポートに依頼したお心当たりがない場合は、第三者がアカウントに入ろうとしているおそれがあります。すぐに新しいパスワードを設定し、{service}にお問い合わせください。',
  'mail.button.confirm_email': 'メールアドレスを確認する',
  'mail.button.sign_in': 'ログインする',
  'mail.button.new_password': '新しいパスワードを設定する',
  'mail.button.security': 'セキュリティ設定を開く',
  'mail.button.privacy': '「お客様のデータ」を開く',
  'mail.label.time': '日時',
  'mail.label.browser': 'ブラウザー',
  'mail.label.code': 'コード',
  'mail.name.unknown_browser': '不明なブラウザー',
  'mail.link_address': 'ボタンが機能しない場合は、このリンクをブラウザーにコピーしてください。',
  'mail.unasked.code':
    'お心当たりがない場合は、何もする必要はありません。コードを誰にも教えず、このメールを転送しないでください。',
  'mail.subject.webhook_disabled': '{service}のアプリのWebhookが無効になりました',
  'mail.text.webhook_disabled':
    '{service}のアプリの受信先が約3日間にわたって配信を受け付けなかったか、配信が大きく滞ったため、Webhookを無効にしました。同じ受信先のほかのWebhookも無効になることがあります。未送信の配信は7日間保存され、アプリがWebhookを再び有効にすると送信されます。',
  'mail.unasked.webhook':
    'このメールは、アプリを登録した方にお送りしています。受信先ごとに1日1通までお送りします。',
  'mail.button.webhooks': 'Webhookを表示',
  'mail.subject.data_exported': '{service}のデータのファイルが作成されました',
  'mail.text.data_exported':
    '{service}のアカウントのすべてのデータが、ダウンロード用のファイルに書き出されました。お名前、住所、お支払いとお受け取りの方法、アカウントの操作履歴などが含まれます。パスワードとカード番号は含まれません。',
  'mail.subject.application_secret_changed':
    '{service}のアプリに新しいシークレットが作成されました',
  'mail.text.application_secret_changed':
    '{service}のアプリに新しいシークレットが作成されました。以前のシークレットはあと1日有効です。',
  'mail.subject.application_uris_changed': '{service}のアプリのリダイレクトURIが変更されました',
  'mail.text.application_uris_changed':
    '{service}のアプリのリダイレクトURIが変更されました。ログイン後のユーザーと認可コードは、今後は新しい宛先に送られます。',
  'mail.unasked.application':
    'お客様にもサポート担当者にも心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐに新しいパスワードを設定してください。そのうえで、アプリの新しいシークレットを作成し、リダイレクトURIをご確認ください。',
  'mail.button.application': 'アプリを表示',

  // Shared texts, and the texts of further emails
  'mail.link_life.1': 'リンクは1回だけ使えます。有効期限は1時間です。',
  'mail.link_life.24': 'リンクは1回だけ使えます。有効期限は24時間です。',
  'mail.link_life.48': 'リンクは1回だけ使えます。有効期限は48時間です。',
  'mail.link_life.168': 'リンクは1回だけ使えます。有効期限は7日間です。',
  'mail.automatic': 'このメールは{service}から自動的に送信されました。返信しないでください。',
  'mail.subject.support_disabled': '{service}のアカウントが無効になりました',
  'mail.subject.support_enabled': '{service}のアカウントが再び有効になりました',
  'mail.subject.developer_admitted': '{service}でアプリを登録できるようになりました',
  'mail.text.support_disabled':
    'サポートチームが{service}のアカウントを無効にしました。すべてのセッションからログアウトし、アプリはアカウントを利用できなくなりました。',
  'mail.text.support_enabled':
    'サポートチームが{service}のアカウントを再び有効にしました。これまでどおりログインできます。アプリを再び利用するには、そのアプリでもう一度ログインしてください。',
  'mail.text.developer_admitted':
    '{service}のアカウントが開発者アカウントになりました。{service}でログインするアプリを登録できます。',
  'mail.unasked.support_disabled': '誤りだと思われる場合は、{service}にお問い合わせください。',
  'mail.unasked.developer': 'お心当たりがない場合は、何もする必要はありません。',
  'mail.button.developer': 'アプリを登録',
  'mail.subject.confirm_payout': '{method}での受け取りを確認してください',
  'mail.subject.confirm_bank_account': '{method}での受け取りを確認してください',
  'mail.text.confirm_bank_account':
    '{method}が、{service}のあなたのアカウントの受け取り方法として追加されました。ご自身で追加した場合は、下のリンクを開いて確認してください。確認するまで、支払いは行われません。',
  'mail.unasked.bank_account':
    'お心当たりがない場合は、確認しないでください。第三者があなたのアカウントにアクセスしている可能性があるため、新しいパスワードを設定してください。',
  'mail.subject.payout_changed': '{service}からのお支払い先が変わります',
  'mail.subject.payout_cleared': '現在、{service}からのお支払いは止まっています',
  'mail.subject.payout_deleted': '現在、{service}からのお支払いは止まっています',
  'mail.subject.payout_details': '{service}からのお支払いに関する情報が変更されました',
  'mail.text.confirm_payout':
    '{method}が、{service}のアカウントの受け取り方法として追加されました。ご自身で追加した場合は、下のリンクを開き、ログインして確認してください。確認するまで、支払いは行われません。',
  'mail.text.payout_changed':
    '{date}から、{service}は{method}にお支払いします。それまでは、これまでどおりお支払いします。正しい場合、何もする必要はありません。',
  'mail.text.payout_cleared':
    '{method}は、{service}からの受け取りの既定ではなくなりました。別のお支払い方法が使えるようになるまで、お金は保留されます。',
  'mail.text.payout_deleted':
    '{method}が削除されたため、{service}はそこへお支払いできなくなりました。別のお支払い方法が使えるようになるまで、お金は保留されます。',
  'mail.text.payout_details':
    '{method}の名義または種類が変更されました。正しい場合、何もする必要はありません。',
  'mail.unasked.payout':
    'お心当たりがない場合は、このメールを無視してください。そこへは何も支払われず、何もする必要はありません。',
  'mail.unasked.payout_takeover':
    'お心当たりがない場合は、今すぐ変更を取り消してください。その後、新しいパスワードを設定してください。第三者があなたのアカウントにアクセスしている可能性があります。',
  'mail.button.confirm_payout': '確認する',
  'mail.button.payout_undo': '変更を取り消す',
  'mail.subject.account_recovered': '{service}のアカウント回復のお知らせ',
  'mail.subject.address_taken_back': '{service}のアカウントからのメールアドレス解除のお知らせ',
  'mail.subject.support_email_set': 'サポート担当者による{service}のメールアドレス設定のお知らせ',
  'mail.subject.support_email_removed':
    'サポート担当者による{service}のメールアドレス変更のお知らせ',
  'mail.subject.payout_undone': '{service}の受け取り先変更の取り消しのお知らせ',
  'mail.text.account_recovered':
    'メールのリンクにより、{service}のアカウントのログイン方法の変更が取り消されました。アカウントのメールアドレスは再びこのアドレスになりました。パスワードとすべてのセッションは無効になり、すべてのアプリの連携は解除されました。下のリンクを開いて、新しいパスワードを設定してください。その後、受け取り先をご確認ください。こちらにアプリを登録している場合は、そのシークレットとリダイレクトURIもご確認ください。',
  'mail.text.address_taken_back':
    '{service}のアカウントのこのメールアドレスへの変更が取り消されました。アカウントのメールアドレスは以前のものに戻り、このアドレスは外されました。',
  'mail.text.support_email_set':
    'サポート担当者が、このアドレスを{service}のアカウントのメールアドレスに設定しました。パスワード、すべてのセッション、その他のログイン方法は無効になり、すべてのアプリの連携は解除されました。下のリンクを開いて、新しいパスワードを設定してください。その後、受け取り先をご確認ください。こちらにアプリを登録している場合は、そのシークレットとリダイレクトURIもご確認ください。',
  'mail.text.support_email_removed':
    'アカウントの持ち主であることを確認できたため、サポート担当者が{service}のアカウントのメールアドレスを変更しました。このアドレスはアカウントから外され、すべてのセッションは終了しました。',
  'mail.text.payout_undone':
    '{service}の受け取り先の変更が取り消されました。現在の受け取り先は、お支払い方法の一覧で確認できます。',
  'mail.unasked.recovered':
    'お心当たりがない場合は、第三者がメールを読んでいるおそれがあります。すぐに、このサービスとメールボックスの両方で新しいパスワードを設定してください。',
  'mail.unasked.support_undo':
    'サポートに依頼したお心当たりがない場合は、今すぐ変更を取り消してください。アカウントへのアクセスはすべて終了し、新しいパスワードを設定できます。',
  'mail.button.sign_in_undo': '変更を取り消す',
}
