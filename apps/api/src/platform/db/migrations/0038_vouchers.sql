-- Ways to pay with a code in a shop or at a bank. The new rules allow more than the old ones.
alter table channels drop constraint channel_method;
alter table channels add constraint channel_method
  check (method in ('card', 'wallet', 'apple_pay', 'redirect', 'voucher')) not valid;
alter table payment_attempts drop constraint attempt_method;
alter table payment_attempts add constraint attempt_method
  check (method in ('card', 'wallet', 'apple_pay', 'redirect', 'voucher')) not valid;
-- The number that its payer shows or types; kept with the attempt, so that every device shows the same.
alter table payment_attempts add column pay_code text;
