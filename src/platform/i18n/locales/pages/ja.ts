import type { pages as en } from './en.ts'

/** The texts of the pages, in Japanese. */
export const pages: Readonly<Record<keyof typeof en, string>> = {
  // The frame of every page
  'page.title.error': 'エラー：{title}',
  'page.link.skip': '本文へ移動',
  'page.label.language': '言語',
  'page.label.account': 'アカウント',
  'page.text.check': '入力内容をご確認ください。',
  'page.link.terms': '利用規約',
  'page.link.privacy_policy': 'プライバシーポリシー',
  'page.label.links_of': '{application}について',
  'page.button.reveal': 'パスワードを表示',
  'page.label.language_is': '言語：{name}',
  'page.link.support': 'ヘルプ',

  // Signing in
  'page.title.sign_in': 'ログイン',
  'page.text.sign_in_first': '先にログインしてください。',
  'page.text.password_set': '新しいパスワードを保存しました。このパスワードでログインできます。',
  'page.label.email': 'メールアドレス',
  'page.label.password': 'パスワード',
  'page.button.sign_in': 'ログイン',
  'page.button.passkey': 'パスキーでログイン',
  'page.link.forgotten': 'パスワードをお忘れですか？',
  'page.link.sign_up': 'アカウントを作成',
  'page.link.sign_in': 'ログイン画面へ',
  'page.link.go_on': 'メールアドレスを確認しました',
  'page.error.wrong': 'メールアドレスまたはパスワードが正しくありません。',
  'page.error.required': 'この項目を入力してください。',
  'page.error.email': 'メールアドレスを入力してください（例：ada@example.com）。',
  'page.error.passkey':
    'このパスキーは使えませんでした。もう一度試すか、パスワードを使ってください。',
  'page.error.too_many': '試行回数が多すぎます。{minutes}分後にもう一度お試しください。',
  'page.title.sign_in_to': 'ログインして{application}に進む',
  'page.link.email_code': 'メールでコードを受け取る',
  'page.title.email_code': 'コードでログイン',
  'page.text.email_code':
    'メールアドレスを入力してください。コードとリンクをお送りします。パスワードは必要ありません。',
  'page.button.email_code': 'コードを送信',
  'page.text.email_code_sent':
    '{email}のアカウントがある場合、このアドレスにメールをお送りしました。15分以内にメールのコードをここに入力するか、メールのリンクを開いてください。',
  'page.text.email_code_recent':
    '{email}のアカウントがある場合、過去1時間以内にこのアドレスに何通かメールをお送りしました。最新のメールのリンクを開いてください。どのブラウザーでも使えます。',
  'page.text.email_link': '{email}としてログインしますか？',
  'page.link.email_code_again': '別のコードを送信',
  'page.link.use_password': 'パスワードでログイン',
  'page.label.or': 'または',

  // After too many guesses: the user confirms by email
  'page.text.email_proof':
    'このアカウントへのログインが何度も試みられました。{email}のアカウントがある場合は、コードを記載したメールをこのアドレスに送信しました。コードとパスワードを入力するか、メールのリンクを開いてください。過去1時間以内に送信したコードも使えます。',
  'page.text.email_proof_linked': '{email}としてログインするには、パスワードを入力してください。',
  'page.label.email_code': 'メールに記載されたコード',
  'page.error.email_code':
    'コードが正しくないか、有効期限が切れています。最新のメールのコードをお使いください。',
  'page.error.wrong_password': 'パスワードが正しくありません。',
  'page.text.second_factor_emailed':
    'このアカウントで誤ったコードが何度も入力されたため、コードを記載したメールを送信しました。まずメールのコードを入力してください。',

  // The second step
  'page.title.second_factor': '本人確認',
  'page.text.second_factor': '認証アプリの6桁のコード、またはリカバリーコードを入力してください。',
  'page.text.second_factor_app': '認証アプリの6桁のコードを入力してください。',
  'page.text.second_factor_codes': 'パスキーを使うか、リカバリーコードを入力してください。',
  'page.text.second_factor_passkey': '続けるには、パスキーを使ってください。',
  'page.text.passkey_script': 'パスキーに対応し、JavaScriptが有効なブラウザーをお使いください。',
  'page.label.code': 'コード',
  'page.button.continue': '続ける',
  'page.button.use_passkey': 'パスキーを使う',
  'page.link.start_again': '最初からやり直す',
  'page.error.code': 'このコードは正しくないか、すでに使われています。',
  'page.button.provider': '{provider}で続ける',
  'page.title.provider': '{provider}でログイン',
  'page.text.provider_new':
    '{provider}によって、{email}がお客様のメールアドレスであることが確認されました。このアドレスのアカウントはまだありません。',
  'page.text.provider_other_account':
    '別のメールアドレスのアカウントをお持ちの場合は、そのアカウントにログインしてください。{provider}は、同じメールアドレスのアカウントにのみ追加できます。',
  'page.text.provider_known':
    '{email}のアカウントはすでにあります。{provider}を追加するには、一度そのアカウントにログインしてください。その後は{provider}でログインできます。',
  'page.text.provider_connect':
    '{provider}のアカウント{email}で、このアカウントにログインできるようになります。',
  'page.button.provider_add': '{provider}を追加',
  'page.text.provider_mismatch':
    '{own}としてログインしていますが、{provider}のアカウントのメールアドレスは{email}です。{provider}は、同じアドレスのアカウントにのみ追加できます。先にセキュリティ設定でメールアドレスを変更するか、ログアウトしてください。',

  // Signing up
  'page.title.sign_up': 'アカウントを作成',
  'page.label.full_name': '氏名（任意）',
  'page.text.password_rule':
    '8文字以上。覚えやすい単語をいくつか組み合わせることをおすすめします。',
  'page.button.sign_up': 'アカウントを作成',
  'page.error.password_short': '8文字以上にしてください。',
  'page.error.password_long': '256文字以内にしてください。',
  'page.error.password_common':
    'このパスワードは多くの人が使っているため、推測されやすいものです。別のパスワードを選んでください。',
  'page.error.password_same': 'メールアドレスや氏名とは異なるパスワードを選んでください。',
  'page.error.full_name': '氏名は改行なしの128文字以内で入力してください。',
  'page.title.check_email': 'メールをご確認ください',
  'page.text.check_email':
    '{email}が正しい場合は、メールが届きます。メールのリンクを開いて続けてください。',
  'page.text.no_email':
    '数分たってもメールが届かない場合は、迷惑メールフォルダーをご確認ください。',
  'page.link.other_email': '別のメールアドレスを使う',
  'page.title.confirm_email': 'メールアドレスの確認',
  'page.text.confirm_email': '最後の手順です。{email}用に設定したパスワードを入力してください。',
  'page.button.confirm_email': '確認する',
  'page.link.sign_up_again': 'パスワードをお忘れの場合は、アカウントをもう一度作成',

  // A forgotten password
  'page.title.forgotten': 'パスワードをお忘れですか？',
  'page.text.forgotten':
    'メールアドレスを入力してください。新しいパスワードを設定するためのリンクを送信します。',
  'page.button.forgotten': 'リンクを送信',
  'page.title.new_password': '新しいパスワードの設定',
  'page.label.new_password': '新しいパスワード',
  'page.button.new_password': 'パスワードを保存',
  'page.title.continue': 'ログインしました',
  'page.text.continue':
    '別のブラウザーで開始したか、開始から時間がたっています。{application}に戻って、もう一度始めてください。再度ログインする必要はありません。',
  'page.link.to_application': '{application}へ',
  'page.link.to_account': 'アカウントへ',

  // Consent to an application
  'page.title.consent': '{application}にアカウントの利用を許可しますか？',
  'page.label.consent': '{application}が求めていること：',
  'page.text.consent_account': '{email}としてログインしています。',
  'page.text.consent_host': 'どちらを選んでも{host}に戻ります。',
  'page.text.consent_withdraw': 'このアクセス権は、「連携アプリ」でいつでも取り消せます。',
  'page.button.allow': '許可する',
  'page.button.deny': '許可しない',
  'page.link.other_account': '別のアカウントを使う',
  'page.scope.openid': 'アカウントの識別',
  'page.scope.profile': '氏名と言語の表示',
  'page.scope.email': 'メールアドレスの表示',
  'page.scope.phone': '電話番号の表示',
  'page.scope.address': '既定の住所の表示',
  'page.scope.offline_access': 'アプリを使用していないときのアクセスの継続',
  'page.scope.read:events': 'イベントと出品の表示',
  'page.scope.read:user': 'プロフィール、住所、支払い方法の表示',
  'page.scope.write:user': 'プロフィール、住所、支払い方法の変更',
  'page.scope.read:webhooks': 'アカウントの通知の送信先と通知内容の表示',
  'page.scope.write:webhooks':
    'プロフィール、住所、支払い方法が変更されたことの通知（ご利用になっていない間も含みます。変更の内容は通知されません）',
  'page.scope.read:payment': '支払いの表示',
  'page.scope.read:sales': '販売の表示',
  'page.scope.write:sales': '販売の変更',
  'page.scope.read:sellerlistings': 'ご自身の出品の表示',
  'page.scope.write:sellerlistings': 'ご自身の出品の変更',
  'page.scope.write:purchases': '代理でのチケットの購入',
  'page.scope.write:requestedevents': '代理での新しいイベントの依頼',

  // Signing out
  'page.title.form_post': '{host}に進む',
  'page.title.sign_out': 'ログアウトしますか？',
  'page.text.sign_out': 'このブラウザーからログアウトします。',
  'page.button.sign_out': 'ログアウト',
  'page.link.stay': 'ログインしたままにする',
  'page.title.signed_out': 'ログアウトしました',
  'page.text.signed_out': 'アカウントを再び使用するには、ログインしてください。',

  // The account: sessions
  'page.title.sessions': 'ログイン中の場所',
  'page.link.sessions': 'セッション',
  'page.text.sessions':
    '覚えのないセッションがある場合は、そのセッションを終了し、パスワードを変更してください。',
  'page.name.this_session': 'このブラウザー',
  'page.name.unknown_device': '不明なデバイス',
  'page.label.signed_in': 'ログイン日時',
  'page.label.last_used': '最終使用日時',
  'page.button.end_session': '終了',
  'page.label.end_session': 'セッションを終了：{device}',
  'page.button.end_others': 'ほかのセッションをすべて終了',
  'page.text.session_ended': 'セッションを終了しました。',
  'page.text.others_ended': 'ほかのセッションをすべて終了しました。',

  // The account: connected applications
  'page.title.applications': '連携アプリ',
  'page.link.applications': 'アプリ',
  'page.text.applications': '次のアプリがアカウントを利用できます。',
  'page.text.no_applications':
    'アカウントを利用できるアプリはありません。このアカウントでアプリにログインすると、ここに表示され、連携を解除できます。',
  'page.label.since': '連携開始',
  'page.label.may': '許可した内容',
  'page.button.disconnect': '連携を解除',
  'page.label.disconnect': '{application}との連携を解除',
  'page.text.disconnected': 'このアプリはアカウントを利用できなくなりました。',
  'page.title.disconnect': '{application}との連携を解除しますか？',
  'page.text.disconnect':
    'このアプリはすぐにアカウントを利用できなくなり、変更の通知も届かなくなります。もう一度許可するには、そのアプリからログインして同意してください。',

  // The account: security
  'page.title.security': 'セキュリティ設定',
  'page.link.security': 'セキュリティ',
  'page.text.confirm_identity': 'この変更を行う前に、ご本人であることを確認してください。',
  'page.link.cancel': 'キャンセル',
  'page.text.totp_remove':
    'パスキーがない場合は、以後パスワードだけでログインできるようになります。',
  'page.text.recovery_renew':
    '新しいリカバリーコードを10個発行します。以前のコードは使えなくなります。',
  'page.text.passkey_remove': '以後、このパスキーではログインできなくなります。',
  'page.name.password': 'パスワード',
  'page.label.current_password': '現在のパスワード',
  'page.button.change_password': 'パスワードを変更',
  'page.text.password_changed':
    'パスワードを変更しました。ほかのセッションをすべて終了しました。アプリがアカウントを再び利用するには、そのアプリでもう一度ログインする必要があります。連携は残り、変更の通知も引き続きアプリに届きます。心当たりのないアプリは連携を解除してください。',
  'page.error.current_password': '現在のパスワードと一致しません。',
  'page.name.totp': '認証アプリ',
  'page.text.totp_off':
    'スマートフォンのアプリにコードが表示されます。このコードをパスワードの後に入力します。そうすると、パスワードを知っているだけではログインできません。',
  'page.text.totp_on': 'ログイン時に、パスワードの後に認証アプリのコードを入力します。',
  'page.text.recovery_left': '残りのリカバリーコード：{count}個。',
  'page.button.totp_add': '認証アプリを設定',
  'page.button.totp_remove': '認証アプリを削除',
  'page.title.totp': '認証アプリの設定',
  'page.text.totp_scan': 'このQRコードを認証アプリで読み取るか、キーをアプリに入力してください。',
  'page.label.qr': '認証アプリ用のキーのQRコード',
  'page.label.secret': 'キー',
  'page.text.totp_confirm': '続いて、アプリに表示される6桁のコードを入力してください。',
  'page.button.totp_confirm': '確認する',
  'page.title.recovery_codes': 'リカバリーコード',
  'page.text.recovery_codes':
    'これらのコードを安全な場所に保管してください。認証アプリやパスキーがなくても、各コードで1回ログインできます。コードは再び表示されません。',
  'page.link.recovery_kept': 'リカバリーコードを保存しました',
  'page.text.totp_confirmed':
    '認証アプリを設定しました。リカバリーコードを保存していない場合は、新しいコードを作成してください。',
  'page.text.totp_removed': '認証アプリを削除しました。',
  'page.name.passkeys': 'パスキー',
  'page.text.passkeys':
    'パスキーを使うと、指紋、顔、またはデバイスの画面ロックでログインできます。',
  'page.text.passkeys_script':
    'パスキーを追加するには、パスキーに対応し、JavaScriptが有効になっているブラウザーを使用してください。',
  'page.text.passkeys_full':
    'パスキーは上限の{max}個まで登録されています。新しく追加するには、先に1つ削除してください。',
  'page.label.passkey_name': 'パスキーの名前',
  'page.button.passkey_add': 'パスキーを追加',
  'page.button.passkey_rename': '名前を変更',
  'page.button.passkey_remove': '削除',
  'page.label.passkey_rename': 'パスキーの名前を変更：{name}',
  'page.label.passkey_remove': 'パスキーを削除：{name}',
  'page.label.added': '追加日時',
  'page.text.passkey_added': 'パスキーを追加しました。',
  'page.text.passkey_renamed': 'パスキーの名前を変更しました。',
  'page.text.passkey_removed': 'パスキーを削除しました。',
  'page.error.passkey_add': 'パスキーを追加できませんでした。もう一度お試しください。',
  'page.error.passkey_name': '名前は改行なしの64文字以内で入力してください。',
  'page.error.totp_present':
    '認証アプリはすでに設定されています。別のアプリを設定するには、先に現在のアプリを削除してください。',
  'page.error.no_second_factor':
    'リカバリーコードは、認証アプリまたはパスキーがあるアカウントでのみ使えます。先にどちらかを追加してください。',
  'page.name.email': 'メールアドレス',
  'page.text.email': 'メールアドレスは{email}です。',
  'page.label.new_email': '新しいメールアドレス',
  'page.button.change_email': 'メールアドレスを変更',
  'page.text.new_email': '{email}をアカウントの新しいメールアドレスとして使用しますか？',
  'page.text.new_email_other_user':
    'このリンクは、別のアカウントのメールアドレスを{email}に変更するためのものです。ログアウトしてからリンクをもう一度開き、そのアカウントでログインしてください。',
  'page.name.erasure': 'アカウントの削除',
  'page.text.erasure_planned':
    'アカウントとすべてのデータは{date}に削除されます。それまでの間、アプリはアカウントを利用できません。',
  'page.button.keep_account': 'アカウントを残す',
  'page.text.erasure_cancelled': 'アカウントはそのまま残ります。',
  'page.text.email_changed': 'メールアドレスを変更しました。',
  'page.button.recovery_renew': '新しいリカバリーコードを作成',
  'page.name.identities': '外部アカウント',
  'page.text.identities': 'これらのアカウントでもログインできます。',
  'page.text.no_identities':
    '同じメールアドレスの外部アカウントを追加すると、そのアカウントでログインできます。',
  'page.label.identity_remove': '{provider}を削除',
  'page.text.identity_remove': '{provider}ではログインできなくなります。',
  'page.text.provider_added': '外部アカウントでログインできるようになりました。',
  'page.text.provider_removed': '外部アカウントを削除しました。',
  'page.text.provider_add': '{provider}に移動します。その後、確認をお願いします。',
  'page.text.no_password':
    'アカウントにはパスワードがありません。パスワードを設定するリンクをメールでお送りできます。',
  'page.button.choose_password': 'パスワードを設定',
  'page.title.payout_confirm': '受け取り方法の確認',
  'page.text.payout_confirm':
    '{service}のアカウントで、{method}で受け取りますか？ご自身で追加した場合のみ確認してください。',
  'page.button.payout_confirm': '確認する',
  'page.title.payout_confirmed': '確認しました',
  'page.text.payout_confirmed':
    '{method}に支払えるようになりました。受け取りの既定の場合、48時間後に支払いが始まります。',
  'page.title.payout_undo': '変更の取り消し',
  'page.text.payout_undo': '変更前と同じように、{method}での受け取りに戻しますか？',
  'page.text.payout_undo_held':
    '変更前と同じように、{method}での受け取りに戻しますか？第三者がこの方法を確認した可能性があるため、受け取りは{date}に始まります。',
  'page.text.payout_undo_none':
    '新しいお支払い方法での受け取りをやめますか？やめると、別の方法を選ぶまで、どの方法でも受け取れません。',
  'page.button.payout_undo': '変更を取り消す',
  'page.title.payout_undone': '変更を取り消しました',
  'page.text.payout_undone':
    '現在の受け取り先は、お支払い方法の一覧で確認できます。お心当たりがない場合、第三者があなたのアカウントにアクセスしている可能性があります。今すぐ新しいパスワードを設定してください。',
  'page.text.payout_sign_in':
    '{method}での受け取りを確認するには、{service}にログインしてください。ご自身で追加した場合のみ行ってください。',
  'page.text.payout_other_user':
    'この支払い方法は、{service}の別のアカウントのものです。ログアウトしてからリンクをもう一度開き、そのアカウントでログインしてください。',
  'page.text.password_unique': '他では使っていないパスワードをご利用ください。',
  'page.text.activity_about': 'ログインとアカウントの変更の履歴です。',
  'page.button.paypal_confirm': 'PayPalで確認する',
  'page.text.paypal_confirm':
    'PayPalに移動してログインします。その後、PayPalアカウントの確認済みメールアドレスがPayPalから当サービスに伝えられます。{email}である必要があります。',
  'page.title.paypal_other': '別のPayPalアカウントです',
  'page.text.paypal_other':
    'ログインしたPayPalアカウントの確認済みメールアドレスは{email}ではありません。このアドレスのアカウントでログインするか、そこに送ったリンクを開いてください。',

  'page.title.demo': 'デモアプリに戻りました',
  'page.title.demo_state': 'この応答は別のリクエストのものです',
  'page.label.demo_exchange': '1分以内に、このコンピューターのターミナルでコードをトークンと交換：',
  'page.label.demo_use': '次に、アクセストークンを使用：',
  'page.text.demo_no_code': '交換するコードがありません。',
  'page.text.demo_state':
    'このブラウザーは、このstateでリクエストを開始していません。応答はほかの人に宛てたものかもしれません。アプリはここで処理を中止し、コードを交換してはいけません。',

  // What goes wrong
  'page.title.step_expired': 'このページは有効期限が切れています',
  'page.text.step_expired':
    '時間がたちすぎたか、別のタブで続行されています。アプリに戻って、最初からやり直してください。',
  'page.title.sign_in_expired': 'もう一度ログインしてください',
  'page.text.sign_in_expired':
    '時間がたちすぎたか、別のタブで続行されています。データは失われていません。最初からやり直してください。',
  'page.title.link_expired': 'このリンクは使えなくなりました',
  'page.text.link_expired':
    'このリンクはすでに使われたか、有効期限が切れています。必要な場合は、新しいリンクを請求してください。',
  'page.text.link_used': 'このリンクはすでに使われています。各リンクは1回だけ使えます。',
  'page.text.link_used_sign_up':
    'このリンクはすでに使われており、メールアドレスは確認済みです。ログインできます。',
  'page.text.link_used_new_email':
    'このリンクはすでに使われており、新しいメールアドレスは確認済みです。',
  'page.text.link_too_old': 'このリンクは有効期限が切れています。',
  'page.text.link_replaced':
    '新しいリンクがあるか、このリンクの送信後にアカウントが変更されています。最新のメールのリンクを使ってください。',
  'page.title.sign_in_undo': '変更の取り消し',
  'page.text.sign_in_undo':
    '第三者が{service}のアカウントのログイン方法を変更した場合は、ここで取り消してください。{date}以降のログイン方法の変更はすべて元に戻ります。',
  'page.text.sign_in_undo_effect':
    'アカウントのメールアドレスは再び{email}になり、以前と同じ方法でログインできます。パスワードとすべてのセッションは無効になり、すべてのアプリの連携は解除されます。新しいパスワードを設定するリンクを{email}に送信します。',
  'page.button.sign_in_undo': '変更を取り消す',
  'page.title.taken_back': '変更を取り消しました',
  'page.text.taken_back':
    '新しいパスワードを設定するリンクを{email}に送信しました。新しいパスワードを設定し、その後、受け取り先をご確認ください。',
  'page.text.taken_back_methods':
    '変更前と同じく、次の方法でも引き続きアカウントにログインできます。お客様のものでない方法がある場合は、先に進む前に{service}に削除を依頼してください。',
  'page.title.undo_disabled': 'このアカウントは無効です',
  'page.text.undo_disabled':
    'アカウントが無効の間は、変更を取り消せません。サポートにお問い合わせください。リンクの有効期限内にアカウントが有効になれば、このリンクを使えます。',
  'page.title.undo_taken': 'このメールアドレスは別のアカウントで使われています',
  'page.text.undo_taken':
    '以前のメールアドレスは、現在別のアカウントで使われています。そのアカウントのアドレスを変更してからリンクをもう一度開くか、サポートにお問い合わせください。',
  'page.text.another_link': '{email}に新しいリンクを送信できます。',
  'page.button.another_link': '新しいリンクを送信',
  'page.link.to_security': 'セキュリティ設定へ',
  'page.title.application_request': 'アプリから無効なリクエストが送られました',
  'page.text.application_request':
    'ここから先に進むことはできません。このエラーの原因は、お客様ではなくアプリにあります。アプリの提供元にお問い合わせください。',
  'page.title.foreign_form': 'フォームを送信できませんでした',
  'page.text.foreign_form':
    'フォームが別のサイトから送信されたか、ブラウザーがこのサイトのCookieを削除しました。変更は行われていません。Cookieを許可し、前のページに戻って再読み込みしてから、もう一度入力してください。',
  'page.title.bad_form': 'フォームを読み取れませんでした',
  'page.text.bad_form':
    '変更は行われていません。前のページに戻って再読み込みし、もう一度入力してください。',
  'page.title.not_possible': 'この操作はできません',
  'page.text.not_possible':
    '変更は行われていません。前のページの内容が古くなっている可能性があります。前のページに戻って再読み込みしてください。',
  'page.title.card_number': 'ここにカード番号を入力しないでください',
  'page.text.card_number':
    '支払いカードの番号と思われるものが入力されています。何も保存していません。前のページに戻って番号を削除してください。',
  'page.title.not_found': 'ページが見つかりません',
  'page.text.not_found': 'URLが間違っているか、ページが存在しなくなった可能性があります。',
  'page.title.too_many': '試行回数が多すぎます',
  'page.text.too_many': '{minutes}分後にもう一度お試しください。',
  'page.title.too_many_requests': 'リクエストが多すぎます',
  'page.text.too_many_requests':
    'ご利用のネットワークから多数のリクエストがありました。{minutes}分後にもう一度お試しください。',
  'page.title.unavailable': 'サービスを一時的にご利用いただけません',
  'page.text.unavailable': '少し待ってからもう一度お試しください。',
  'page.title.internal': 'エラーが発生しました',
  'page.text.internal':
    'こちら側でエラーが発生しました。しばらくしてからもう一度お試しください。再び発生する場合は、次の番号を添えてお問い合わせください：{reference}。',
  'page.title.provider_failed': '現在この方法ではログインできません',
  'page.text.provider_failed':
    'ほかのプロバイダーから想定した応答がありませんでした。しばらくしてからもう一度お試しいただくか、別の方法でログインしてください。',
  'page.title.provider_email': 'メールアドレスが確認されていません',
  'page.text.provider_email':
    'ほかのプロバイダーから、確認済みのメールアドレスを取得できませんでした。先にそちらでアドレスを確認するか、ここでパスワードを使うアカウントを作成してください。',
  'page.title.provider_taken': 'このアカウントはすでに使用されています',
  'page.text.provider_taken':
    'ほかのプロバイダーのアカウントは、ここでは別のアカウントに属しているか、お客様のアカウントにはこのプロバイダーの別のアカウントが追加されています。変更はありません。',
  'page.title.provider_account': 'この方法ではログインできません',
  'page.text.provider_account':
    'お客様のアカウントが無効になっているか、メールアドレスが異なるか、確認されていません。変更はありません。お困りの場合はお問い合わせください。',
  'page.title.last_way_in': 'これが最後のログイン方法です',
  'page.text.last_way_in':
    '変更はありません。先にパスワードを設定するか、パスキーを追加してください。その後、このログイン方法を削除できます。',
}
